import fc from "fast-check"
import { call, calls } from "./call-steps.ts"
import {
  checksOut,
  clockChanges,
  givesKey,
  givesMoney,
  haltsMany,
  meetsLimit,
  networkChanges,
  outages,
  resumesMany,
  snoozes,
  wakesAll,
} from "./many-steps.ts"
import { isQuestion, limits, purseOf, type Said } from "./sim-state.ts"
import { BETWEEN_MS, byUser, idOf, isAsked, isHere, MOST_AGENTS, staysHeard, step } from "./step.ts"
import type { Theatre } from "./theatre.ts"

const who = fc.nat(MOST_AGENTS - 1)
const pane = fc.constantFrom("c1/p1", "c1/p2", "c2/p1", "c3/p1")
const split = (key: string) => key.split("/") as [string, string]

export const spawnFor = (who: number, pane: string | null) =>
  step(
    `user spawns, pane ${pane}`,
    who,
    (sim, agent) => isHere(sim, agent) && sim.agents.length < MOST_AGENTS && !purseOf(agent),
    async (sim, real, agent) => {
      const name = `A${sim.agents.length}`
      const child = sim.found(name, agent, false)
      if (pane) sim.join(pane, child)
      const [connection, own] = split(pane ?? "c1/none")
      const command = { type: "agent.spawn", parentId: idOf(real, agent), name, ...(pane ? { pane: own } : {}) } as const
      await byUser(real, command, connection)
    },
  )
const spawnByUser = fc.record({ who, pane: fc.option(pane) }).map(({ who, pane }) => spawnFor(who, pane))

export const joinIn = (who: number, pane: string) =>
  step(`joins in ${pane}`, who, isHere, async (sim, real, agent) => {
    const [connection, own] = split(pane)
    sim.join(pane, agent)
    await byUser(real, { type: "presence.join", agentId: idOf(real, agent), pane: own, cause: "navigate" }, connection)
  })
const joins = fc.record({ who, pane }).map(({ who, pane }) => joinIn(who, pane))

const leaves = pane.map((pane) =>
  step(
    `leaves ${pane}`,
    0,
    () => true,
    async (sim, real) => {
      const [connection, own] = split(pane)
      sim.leave(pane)
      await byUser(real, { type: "presence.leave", pane: own, cause: "zoom-out" }, connection)
    },
  ),
)

const isLost = fc.constantFrom("c1", "c2").map((connection) =>
  step(
    `${connection} is lost`,
    0,
    () => true,
    async (sim, real) => {
      sim.lose(connection)
      await real.theatre.do({ type: "presence.lose", connection, cause: "lost" })
    },
  ),
)

const looks = fc.record({ pane, window: fc.boolean() }).map(({ pane, window }) =>
  step(
    `${window ? "looks at" : "looks away from"} ${pane}`,
    0,
    () => true,
    async (sim, real) => {
      const [connection, own] = split(pane)
      if (window) sim.focus.set(connection, pane)
      else sim.focus.delete(connection)
      await byUser(real, { type: "focus.set", window, pane: own }, connection)
    },
  ),
)

export const speakTo = (who: number) =>
  step("is spoken to", who, isHere, async (sim, real, agent) => {
    sim.message(agent)
    await byUser(real, { type: "message.send", agentId: idOf(real, agent), text: `a word at ${sim.now}`, delivery: "queue" })
  })
const speaks = who.map(speakTo)

export const interrupt = (who: number) =>
  step(
    "is interrupted",
    who,
    (_, { turn }) => turn !== null,
    async (sim, real, agent) => {
      sim.interrupt(agent)
      await byUser(real, { type: "turn.interrupt", agentId: idOf(real, agent) })
    },
  )
const interrupts = who.map(interrupt)

export const halt = (who: number, how: "pause" | "stop") =>
  step(how, who, isHere, async (sim, real, agent) => {
    sim[how](agent)
    await byUser(real, { type: "agent.halt", agentId: idOf(real, agent), how, all: false, scope: "one" })
  })
const halts = fc.record({ who, how: fc.constantFrom("pause" as const, "stop" as const) }).map(({ who, how }) => halt(who, how))

export const resume = (who: number) =>
  step(
    "resumes",
    who,
    () => true,
    async (sim, real, agent) => {
      sim.resume([agent], false)
      await byUser(real, { type: "agent.resume", agentId: idOf(real, agent), scope: "one" })
    },
  )
const resumes = who.map(resume)

export const dismissal = (who: number) =>
  step(
    "is dismissed",
    who,
    (sim, agent) => agent.parent !== null && isHere(sim, agent),
    async (sim, real, agent) => {
      sim.dismiss(agent)
      await byUser(real, { type: "agent.dismiss", agentId: idOf(real, agent) })
    },
  )
const isDismissed = who.map(dismissal)

const triesAgain = who.map((who) =>
  step("tries again", who, isHere, async (sim, real, agent) => {
    sim.retry(agent)
    await byUser(real, { type: "turn.retry", agentId: idOf(real, agent) })
  }),
)

const goesOn = who.map((who) =>
  step(
    "goes on",
    who,
    (sim, agent) => isHere(sim, agent) && !sim.isPresent(agent) && !agent.turn && (agent.task || agent.spoken) && !purseOf(agent),
    async (sim, real, agent) => {
      sim.goOn(agent)
      await byUser(real, { type: "agent.go-on", agentId: idOf(real, agent) })
    },
  ),
)

export const redirect = (who: number) =>
  step("is redirected", who, isHere, async (sim, real, agent) => {
    sim.redirect(agent)
    await byUser(real, { type: "agent.redirect", agentId: idOf(real, agent), assignment: `else, at ${sim.now}` })
  })
const isRedirected = who.map(redirect)

const goesWhenDone = who.map((who) =>
  step("goes when done", who, isHere, async (_, real, agent) => {
    agent.whenDone = "dismiss"
    await byUser(real, { type: "agent.configure", agentId: idOf(real, agent), whenDone: "dismiss" })
  }),
)

const words: Readonly<Record<Said, string>> = {
  plain: "So far so good.",
  done: "It is all there.\n\nDONE",
  blocked: "<chorus>BLOCKED:no disk</chorus>",
  help: "<chorus>NEEDS_HELP:which one?</chorus>",
  empty: "",
}
export const say = (who: number, said: Said) =>
  step(`says ${said}`, who, isAsked, (sim, { theatre }, agent) => {
    sim.says(agent, said)
    const exchange = theatre.exchange(agent.name)
    if (said !== "empty") exchange.text(words[said])
    exchange.finish()
  })
const replies = fc
  .record({ who, said: fc.constantFrom<Said>("plain", "plain", "done", "blocked", "help", "empty") })
  .map(({ who, said }) => say(who, said))
type Failure = "auth" | "overloaded" | "invalid_request" | "offline"
export const failure = (who: number, kind: Failure) =>
  step(
    `fails: ${kind}`,
    who,
    (_, { turn }) => turn?.at === "model" && turn.tries < 4,
    (sim, { theatre }, agent) => {
      if (kind === "auth") sim.refused(agent)
      else if (kind === "offline") sim.unreachable(agent)
      else if (kind === "invalid_request") sim.invalid(agent)
      else sim.delayed(agent)
      theatre.exchange(agent.name).fail(kind)
    },
  )
const fails = fc
  .record({ who, kind: fc.constantFrom<Failure>("auth", "overloaded", "invalid_request", "offline") })
  .map(({ who, kind }) => failure(who, kind))

const isRefused = who.map((who) => failure(who, "auth"))

export const answerTo = (who: number, answer: "works" | "breaks" | "no") =>
  step(
    `approval: ${answer}`,
    who,
    (_, { turn }) => turn?.at === "user",
    async (sim, real, agent) => {
      const { theatre } = real
      const { turn } = agent
      agent.items = agent.items.filter((kind) => kind !== "approval")
      if (turn?.cause === "verification") sim.checkEnds(agent, turn, answer === "no" ? null : answer === "works")
      else sim.callEnds(agent, answer === "works")
      theatre.tool.ok = answer === "works"
      const item = theatre
        .agent(idOf(real, agent))
        .items.map((id) => theatre.world().attention[id])
        .find((one) => one?.kind === "approval")
      if (item?.kind !== "approval") throw new Error(`nothing waits for approval of ${agent.name}`)
      const decision = answer === "no" ? ({ kind: "deny", why: "" } as const) : ({ kind: "once" } as const)
      await byUser(real, { type: "approval.answer", items: [{ id: item.id, hash: item.hash }], decision })
    },
  )
const answers = fc
  .record({ who, answer: fc.constantFrom("works" as const, "breaks" as const, "no" as const) })
  .map(({ who, answer }) => answerTo(who, answer))

const isAnswered = who.map((who) =>
  step(
    "question answered",
    who,
    (_, agent) => agent.items.some(isQuestion),
    async (sim, real, agent) => {
      const { theatre } = real
      agent.items.splice(agent.items.findIndex(isQuestion), 1)
      sim.answer(agent)
      const itemId = theatre.agent(idOf(real, agent)).items.find((id) => theatre.world().attention[id]?.kind === "question")
      if (!itemId) throw new Error(`${agent.name} has no question`)
      await byUser(real, { type: "question.answer", itemId, text: "blue", also: [] })
    },
  ),
)

export const pass = (ms: number) =>
  step(
    `${ms} ms`,
    0,
    (sim) => staysHeard(sim, ms + BETWEEN_MS),
    async (sim, real) => {
      sim.pass(ms)
      await real.theatre.pass(ms)
    },
  )
const passes = fc.constantFrom(1, 500, 1_993, 2_000, 5_000, 16_000, 30_000, 60_000).map(pass)

/** Its time comes, it brings something about and stops: again and again, that is how the most for one assignment is reached. */
const worksAlone = who.map((who) =>
  step(
    "works alone",
    who,
    // Later than it ever is, unless the clock was set back: meanwhile others would fall silent.
    (sim, { due }) =>
      due?.why === "continue" && due.at - sim.now <= limits.longestMs && staysHeard(sim, due.at - sim.now + 4 * BETWEEN_MS),
    async (sim, real, agent) => {
      const place = () => sim.agents.filter((one) => isAsked(sim, one)).indexOf(agent)
      const ms = Math.max(0, (agent.due?.at ?? 0) - sim.now)
      sim.pass(ms)
      await real.theatre.pass(ms)
      for (const next of [() => call(place(), "writes"), () => say(place(), "plain")]) {
        if (place() >= 0) await next().run(sim, real)
      }
    },
  ),
)

export const comeBack = (how: "crash" | "quit", times = 1) =>
  step(
    times === 1 ? how : `${how}, ${times} times`,
    0,
    () => true,
    async (sim, real) => {
      for (let time = 0; time < times; time += 1) {
        await real.theatre[how]()
        sim.restarted(how)
        sim.settle()
        await setUp(real.theatre)
      }
    },
  )
const restarts = fc
  .record({ how: fc.constantFrom("crash" as const, "quit" as const), times: fc.constantFrom(1, 1, 2, 3) })
  .map(({ how, times }) => comeBack(how, times))

export async function setUp(theatre: Theatre): Promise<void> {
  await theatre.do({ type: "surfaces.record", surfaces: ["desktop"] })
}

function times<T>(count: number, ...those: T[]): T[] {
  return Array.from({ length: count }, () => those).flat()
}

export const everything = fc.noBias(
  fc.commands(
    [
      ...times(8, calls, replies),
      ...times(6, answers, passes),
      ...times(3, joins, speaks),
      ...times(2, worksAlone, leaves, looks, isAnswered, resumes),
      ...[spawnByUser, isLost, interrupts, halts, isDismissed, fails, restarts],
      ...[triesAgain, goesOn, isRedirected, goesWhenDone],
      ...[givesMoney, meetsLimit, wakesAll, haltsMany, resumesMany, snoozes],
      ...[isRefused, givesKey, checksOut],
      ...[outages, outages, networkChanges, clockChanges],
    ],
    { maxCommands: 80, size: "max" },
  ),
)
