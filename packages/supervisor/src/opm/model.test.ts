// The real engine against a second telling of its rules, over everything that users, models, tools and time can do, in any order.
import type { Command } from "@kibitz/contract"
import { defaultSettings, jakeId } from "@kibitz/contract"
import fc from "fast-check"
import { it } from "vitest"
import { call } from "./testing/call-steps.ts"
import { heldThroughout, modelsReadEachLineOnce, same } from "./testing/invariants.ts"
import {
  anotherKey,
  check,
  clockBack,
  haltMany,
  limitFor,
  moneyFor,
  network,
  outage,
  putOff,
  resumeMany,
  wake,
} from "./testing/many-steps.ts"
import { Sim } from "./testing/sim.ts"
import { limits } from "./testing/sim-state.ts"
import { BETWEEN_MS, idOf, type Real, type Step } from "./testing/step.ts"
import {
  answerTo,
  comeBack,
  dismissal,
  everything,
  failure,
  halt,
  interrupt,
  joinIn,
  pass,
  redirect,
  resume,
  say,
  setUp,
  spawnFor,
  speakTo,
} from "./testing/steps.ts"
import { openTheatre, userAt } from "./testing/theatre.ts"

/** OPM_RUNS: more of them, for a night; a failure prints its seed and the shortest story that shows it. */
const RUNS = Number(process.env.OPM_RUNS ?? 1_000)
const LONG_MS = 300_000 + 60 * RUNS

async function onStage(): Promise<{ model: Sim; real: Real }> {
  const theatre = await openTheatre()
  await theatre.do({ type: "connection.record", using: "provider", keySource: "keychain", keyHint: "…", protection: "none" })
  await theatre.do({ type: "sandbox.record", status: { state: "on", name: "test", because: "", remedy: "" } })
  const { delayMs: continuationDelayMs, longestMs: longestDelayMs, idle: idleContinuations, iterations, restarts } = limits
  const patch = {
    limits: {
      ...{ continuationDelayMs, longestDelayMs, idleContinuations, iterations, restarts },
      ...{ requests: 100, workingMinutes: 10_000 },
    },
    // Five tokens are a dollar, and so is each reply.
    prices: Object.fromEntries(Object.values(defaultSettings.models).map((name) => [name, { input: 0, output: 200_000 }])),
    wakeAfterLimit: false,
    defaults: { phase: "execution" as const },
    qualityCommands: [{ name: "test", command: "npm test", required: true, order: 0, timeoutSeconds: 60 }],
  }
  await theatre.do({ type: "settings.change", patch, confirm: "execution" }, userAt("c1"))
  const toExecution = {
    type: "posture.change",
    agentId: jakeId,
    changes: { phase: "execution" },
    confirm: "execution",
  } as Command
  await theatre.do(toExecution, userAt("c1"))
  await setUp(theatre)
  const model = new Sim()
  model.settle()
  return { model, real: { theatre, startedAt: theatre.now(), asked: 0 } }
}

/** Jake has been spoken to, has given work to one, and that one to another. */
const prologue = [speakTo(0), call(0, "spawns"), call(1, "spawns")]

async function played(tell: (model: Sim, real: Real) => Promise<void>): Promise<void> {
  const { model, real } = await onStage()
  for (const first of prologue) await first.run(model, real)
  await tell(model, real)
  model.pass(BETWEEN_MS)
  await real.theatre.pass(BETWEEN_MS)
  heldThroughout(real.theatre)
  modelsReadEachLineOnce(real.theatre)
  for (const agent of model.agents) {
    const id = idOf(real, agent)
    const count = (type: "presence.joined" | "presence.left") =>
      real.theatre.events(type).filter(({ agentId }) => agentId === id).length
    same([count("presence.joined"), count("presence.left")], [agent.lines.joined, agent.lines.left], "OPM-3 one line each")
    const prodded = real.theatre
      .events("turn.started")
      .filter((event) => event.agentId === id && (event.cause === "continuation" || event.cause === "restart"))
    same(prodded.length, agent.continued, `OPM-6 ${agent.name} is prodded once for each time that was planned`)
  }
  real.theatre.close()
}

it(
  `OPM-2 OPM-3 OPM-4 OPM-6 OPM-7 OPM-8 OPM-9 OPM-11 SIG-1 VER-1 F34 ${RUNS} stories, each compared step by step with the rules`,
  async () => {
    await fc.assert(
      fc.asyncProperty(everything, (steps) => played((model, real) => fc.asyncModelRun(() => ({ model, real }), steps))),
      { numRuns: RUNS },
    )
  },
  LONG_MS,
)

/** Found by chance once, or too seldom; told again each time. */
const stories: Readonly<Record<string, readonly Step[]>> = {
  "OPM-6 one that was blocked, paused and let go on goes on": [say(1, "blocked"), halt(1, "pause"), resume(1)],
  "OPM-6 a call that is refused again and again, in turns with another, is going to and fro": [
    ...[call(0, "knocks"), joinIn(1, "c1/p1"), call(0, "dismisses"), call(0, "knocks"), call(0, "dismisses")],
  ],
  "OPM-6 one that goes round in circles while a word of the user waits for it reads that first": [
    ...[call(2, "reads the same"), call(2, "reads the same"), call(2, "reads the same"), speakTo(2), call(2, "reads the same")],
    ...[call(2, "reads the same"), say(2, "plain")],
  ],
  "OPM-6 one without an assignment, told something by the one above and held up by the provider, goes on by the user's word": [
    ...[dismissal(0), spawnFor(0, null), joinIn(0, "c1/p1"), call(0, "instructs"), failure(1, "auth"), resume(5)],
  ],
  "OPM-6 one purse for all: who did not spend it stops too, and goes on when it is filled": [
    ...[moneyFor(0, 2), say(2, "plain"), say(1, "plain"), pass(2_000), resume(1), moneyFor(0, 4), pass(5_000)],
  ],
  "OPM-6 all are paused and resumed at once: a report of one that was redirected before counts, whoever of them comes first": [
    ...[say(1, "plain"), call(0, "redirects"), say(4, "empty"), haltMany(0, "pause", "subtree"), resumeMany(0, "all", false)],
  ],
  "OPM-6 a reply that says nothing and spends the last of it wakes nobody above": [
    ...[say(0, "plain"), moneyFor(0, 2), call(0, "reads"), say(0, "empty")],
  ],
  "OPM-6 one that is done spends the last of it and finds that the key works: the first of those who share it asks for more": [
    ...[moneyFor(0, 1), failure(1, "auth"), call(0, "reads"), say(0, "plain"), moneyFor(0, 1), redirect(2), say(0, "done")],
  ],
  "OPM-8 one that says with its last money that it is done is checked, and asks for none": [
    ...[moneyFor(2, 1), say(2, "done"), say(1, "plain"), pass(2_000)],
  ],
  "OPM-8 VER-1 what it promised is checked first, each by itself; given something else to do, it is not held to it": [
    ...[
      call(2, "promises"),
      call(2, "promises"),
      say(2, "done"),
      answerTo(0, "works"),
      answerTo(0, "breaks"),
      answerTo(0, "works"),
    ],
    ...[pass(2_000), call(2, "promises"), redirect(2), call(2, "reads"), say(2, "done"), answerTo(0, "works")],
  ],
  "OPM-6 VER-1 checks that are cut short have shown nothing, whatever those before had come to": [
    ...[say(0, "plain"), say(0, "plain"), dismissal(3), pass(30_000), call(0, "promises"), say(0, "done")],
    ...[answerTo(0, "works"), interrupt(0)],
  ],
  "F30 OPM-6 OPM-9 the clock is set back: who was to go on does so when that clock says so, and so does a question that climbs": [
    ...[call(2, "asks above"), say(1, "plain"), say(2, "plain"), clockBack(30_000), pass(30_000), pass(60_000), pass(2_000)],
  ],
  "A1 nobody wakes after a limit but whom the user lets go on: at once where they are": [
    ...[say(2, "plain"), limitFor(1), pass(2_000), pass(60_000), pass(2_000)],
    ...[joinIn(2, "c1/p1"), resume(2), resumeMany(0, "all", false), pass(500)],
  ],
  "A1 the user lets all of them wake, before the limit is over and after it": [
    ...[say(2, "plain"), limitFor(1), pass(2_000), wake(), pass(60_000), pass(2_000)],
  ],
  "A1 whom the user has let go on already goes on by their word when all the others are let wake": [
    ...[limitFor(0), pass(5_000), comeBack("crash"), pass(60_000), resumeMany(0, "subtree", false), wake()],
  ],
  "OPM-9 one that has asked, the user and the one above, and is spoken to in its chat: both are answered, and it goes on": [
    ...[call(2, "asks"), call(2, "asks above"), say(2, "plain"), joinIn(2, "c1/p1"), speakTo(2), say(2, "plain")],
    ...[joinIn(0, "c1/p1"), pass(2_000), say(2, "done")],
  ],
  "OPM-9 one that stopped in its chat, was woken and asks for something that the user wants later needs nobody": [
    ...[joinIn(0, "c1/p1"), say(0, "plain"), say(0, "empty"), call(0, "runs"), putOff(3, 1)],
  ],
  "OPM-9 one that has told of the limit, which the user wants to hear of later, does not ask for the money that another asks for":
    [...[limitFor(0), moneyFor(0, 1), putOff(0, 1), call(0, "reads"), interrupt(0), resumeMany(0, "subtree", false)]],
  "OPM-9 a word that was written before it asked answers nothing, one after it does once it is read": [
    ...[speakTo(2), call(2, "asks"), say(2, "plain"), speakTo(2), call(2, "reads"), say(2, "done"), say(2, "done")],
  ],
  "OPM-1 everybody is held with a question on its way: it climbs only when they go on": [
    ...[call(2, "asks above"), haltMany(0, "pause", "all"), pass(60_000), resumeMany(0, "all", false), pass(60_000)],
  ],
  "OPM-4 a refused key is over for everybody when somebody is answered, one after the other": [
    ...[failure(2, "auth"), failure(1, "auth"), say(0, "plain"), speakTo(0), say(0, "plain"), pass(500)],
  ],
  "OPM-4 refused once more, nobody else is sent after it; another key lets one try, and the others follow": [
    ...[failure(2, "auth"), failure(1, "auth"), check(), pass(200), failure(1, "auth"), pass(500)],
    ...[anotherKey(), pass(200), say(1, "plain"), pass(500)],
  ],
  "OPM-7 whom the user paused is not let go on by the provider, and goes on when the user says so": [
    ...[failure(2, "auth"), halt(2, "pause"), failure(1, "auth"), check(), pass(500), resume(2), pass(500)],
  ],
  "F32 without a network everybody waits with one item, and all go on by themselves when it is back": [
    ...[network(false), outage(2), failure(1, "offline"), failure(0, "offline"), pass(30_000), pass(60_000)],
    ...[network(true), pass(60_000), pass(1_000), say(0, "plain")],
  ],
  "F32 OPM-7 whom the user paused stays so, and whom the user is with goes on at once": [
    ...[network(false), outage(2), failure(1, "offline"), halt(2, "pause"), joinIn(1, "c1/p1"), network(true), pass(5_000)],
    ...[resume(2), pass(500)],
  ],
  "F32 OPM-4 whoever the user comes to just when the network is back does not stand still before them": [
    ...[network(false), outage(2), failure(1, "offline"), network(true), pass(4_980), joinIn(2, "c1/p1")],
  ],
  "F32 where only requests are answered, one asks in the end, and all go on": [
    ...[network(false), outage(2), failure(1, "offline"), failure(0, "offline")],
    ...[...Array.from({ length: 11 }, () => pass(60_000)), say(0, "plain"), pass(500)],
  ],
  "F34 a reply in which Kibitz dies three times is not taken up again: the one above is told, and only the user lets it go on": [
    ...[comeBack("crash"), comeBack("quit", 3), comeBack("crash"), say(0, "plain"), say(0, "plain"), comeBack("crash")],
    ...[call(0, "instructs"), call(0, "redirects"), pass(5_000), comeBack("crash"), resume(2), redirect(2), call(1, "reads")],
  ],
  "F34 each reply that comes through is a new beginning, and so is a word of the user's": [
    ...[comeBack("crash", 2), call(2, "reads"), comeBack("crash"), speakTo(0), comeBack("crash"), call(1, "reads")],
    ...[comeBack("crash"), say(0, "plain"), comeBack("crash")],
  ],
  "OPM-7 what can never be answered is tried once more, and then the one above is told": [
    ...[failure(2, "invalid_request"), pass(1), failure(2, "invalid_request"), pass(30_000)],
  ],
}
for (const [title, steps] of Object.entries(stories)) {
  it(title, () =>
    played(async (model, real) => {
      for (const step of steps) {
        if (!(await step.check(model))) throw new Error(`${step.toString()} makes no sense here`)
        await step.run(model, real)
      }
    }),
  )
}
