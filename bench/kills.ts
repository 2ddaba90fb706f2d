// Whether a host that is killed again and again loses or doubles anything: so many kill -9 in a row of the built program, with agents at work in
// rehearsal, each time on the same data. After each kill the journal is read and compared with what the client was answered and shown; after each
// start everything that was in flight has to be taken up or reported, and no process of a dead host may be left. Ends non-zero if there is a fault.
// Takes minutes, so it runs only when it is named: npm run bench -- kills.
//
//   KIBITZ_KILLS_COUNT    how many kills, 200 if left out
//   KIBITZ_KILLS_AGENTS   how many agents work, 40 if left out
//   KIBITZ_KILLS_SEED     plans the same kills again
//   KIBITZ_KILLS_FOLDER   a folder to work in and to keep; it has to be empty
//   KIBITZ_KILLS_VERBOSE  a line for each kill on stderr
import { randomInt } from "node:crypto"
import { join } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import type { WorldSnapshot } from "@kibitz/contract"
import { type Benchmark, inTempFolder, percentile } from "./harness.ts"
import { dataDirIn, type HostProgram, startHostProgram } from "./host-program.ts"
import { seededChance } from "./kills/chance.ts"
import { type Ack, type Fault, killChecker, type Session } from "./kills/check.ts"
import { rowsAfter } from "./kills/journal.ts"
import { chooseMoment, describeMoment, killAt, type Moment } from "./kills/moments.ts"
import { survivorsOf } from "./kills/processes.ts"
import { toldSoFar } from "./kills/told.ts"
import { client } from "./kills/work.ts"

const KILLS = Number(process.env.KIBITZ_KILLS_COUNT ?? 200)
const AGENTS = Number(process.env.KIBITZ_KILLS_AGENTS ?? 40)
const keptFolder = process.env.KIBITZ_KILLS_FOLDER
const isVerbose = process.env.KIBITZ_KILLS_VERBOSE !== undefined
/** How long the turns that are left after the last kill may take to come to their ends. */
const LAST_MS = 90_000

export const killsBenchmark: Benchmark = {
  name: "kills",
  onlyWhenNamed: true,
  async run() {
    const seed = Number(process.env.KIBITZ_KILLS_SEED ?? randomInt(2 ** 31))
    console.error(`KIBITZ_KILLS_SEED=${seed}`)
    const found = await (keptFolder ? kills(keptFolder, seed) : inTempFolder((folder) => kills(folder, seed)))
    if (found.faults > 0) process.exitCode = 1
    return [JSON.stringify(found)]
  },
}

/** ended: by itself, before it was killed. */
type AnyFault = Fault | { readonly kind: "survivor" | "ended" | "audit"; readonly what: string }

async function kills(folder: string, seed: number) {
  const chance = seededChance(seed)
  const talk = client(chance)
  const checker = killChecker()
  const faults: AnyFault[] = []
  const restarts: number[] = []
  const scratch = join(folder, "copy.db")
  const began = performance.now()

  /** One run of the host until it is killed, and what is found then. */
  async function once(number: number, moment: Moment): Promise<void> {
    const run = watched(startHostProgram(folder))
    const plan = killAt(run.host, moment)
    const world = await run.firstAnswer
    const wrong: AnyFault[] = []
    if (world) {
      restarts.push(run.firstAnswerMs())
      plan.answered()
      wrong.push(...survivors(run.host))
      talk.work(run.host, world, run.acks)
    }
    await run.host.exit
    wrong.push(...check(run.session()))
    const { exitCode, signalCode } = run.host.child
    if (signalCode !== "SIGKILL") wrong.push({ kind: "ended", what: `the host ended by itself, with ${exitCode ?? signalCode}` })
    faults.push(...wrong)
    if (isVerbose)
      console.error(`${number}: ${describeMoment(moment)}, ${world ? "" : "not "}answered, journal at ${checker.last()}`)
    for (const { kind, what } of wrong) console.error(`${number}: ${kind}: ${what}`)
  }

  function survivors({ child }: HostProgram): readonly AnyFault[] {
    return survivorsOf(folder, child.pid ?? 0).map((what) => ({ kind: "survivor", what }))
  }

  function check(session: Session): readonly Fault[] {
    return checker.afterKill(rowsAfter(checker.last(), dataDirIn(folder), scratch), session)
  }

  /** Nothing kills this one before what was in flight has come to its end. */
  async function lastRun(): Promise<void> {
    const { host, firstAnswer, acks, session } = watched(startHostProgram(folder))
    const world = await firstAnswer
    if (!world) throw new Error("the host did not start after the last kill")
    faults.push(...survivors(host))
    talk.sendAgain(host, acks)
    const { stay, queued, seq } = await cameToRest(host, world)
    faults.push(...stay.map((what) => ({ kind: "unaccounted", what }) as const))
    if (talk.unanswered() > 0) faults.push({ kind: "lost", what: `${talk.unanswered()} messages were never answered` })
    const verified = await host.dispatch({ type: "audit.verify" })
    if (verified.type !== "accepted") faults.push({ kind: "audit", what: JSON.stringify(verified) })
    host.child.kill("SIGKILL")
    await host.exit
    faults.push(...check(session()), ...checker.atEnd(queued, seq))
  }

  await prepare(folder)
  for (let number = 1; number <= KILLS; number += 1) await once(number, chooseMoment(chance))
  const before = faults.length
  await lastRun()
  for (const { kind, what } of faults.slice(before)) console.error(`at the end: ${kind}: ${what}`)

  const count = (kind: AnyFault["kind"]) => faults.filter((fault) => fault.kind === kind).length
  return {
    bench: "kills",
    seed,
    kills: KILLS,
    agents: AGENTS,
    answeredStarts: restarts.length,
    messages: talk.sent(),
    events: checker.last(),
    lost: count("lost"),
    doubled: count("doubled"),
    ...checker.counts(),
    unaccounted: count("unaccounted"),
    survivors: count("survivor"),
    endedByItself: count("ended"),
    auditVerified: count("audit") === 0,
    restartMs: { p50: Math.round(percentile(restarts, 0.5)), p95: Math.round(percentile(restarts, 0.95)) },
    minutes: Number(((performance.now() - began) / 60_000).toFixed(1)),
    faults: faults.length,
  }
}

/** A run of the host with everything that the client is answered and shown in it. */
function watched(host: HostProgram) {
  const startedAt = performance.now()
  const acks: Ack[] = []
  const subscriptions = toldSoFar()
  let answered: Session["answered"] = null
  let firstAnswerMs = 0
  let exitedAt = 0
  host.heard((message) => {
    const numbersOf = (events: readonly { readonly seq: number }[]) => events.map(({ seq }) => seq)
    if (message.type === "envelope") subscriptions.envelope(message.subscription, message.n, numbersOf(message.events))
    if (message.type !== "subscribed") return
    const { subscription, snapshot } = message
    if (snapshot.kind === "world") subscriptions.subscribed(subscription, true, [snapshot.world.seq])
    if (snapshot.kind === "transcript") subscriptions.subscribed(subscription, false, numbersOf(snapshot.page.events))
  })
  const answer = host.world().then(({ world }) => {
    firstAnswerMs = performance.now() - startedAt
    answered = { seq: world.seq, at: Date.now() }
    // As a screen that shows one chat.
    void host.ask({ type: "subscribe", id: 0, channel: { kind: "transcript", agentId: "jake" } })
    return world
  })
  const exit = host.exit.then(() => {
    exitedAt = Date.now()
    return null
  })
  return {
    host,
    acks,
    /** null: it was killed before. */
    firstAnswer: Promise.race<WorldSnapshot | null>([answer, exit]),
    firstAnswerMs: () => firstAnswerMs,
    session: (): Session => ({ acks, answered, told: subscriptions.told(), killedAt: exitedAt }),
  }
}

/** A team that may run commands without asking, and nothing that would stop it. */
async function prepare(folder: string): Promise<void> {
  const host = startHostProgram(folder)
  const limits = { requests: AGENTS, iterations: 1_000, workingMinutes: 24 * 60, idleContinuations: 100, children: 1_000 }
  await host.accepted({ type: "settings.change", patch: { rehearse: true, limits } })
  await host.accepted({ type: "settings.change", patch: { defaults: { phase: "execution" } }, confirm: "execution" })
  await host.accepted({ type: "slash.run", agentId: "jake", line: "/execute", confirm: "execution" })
  for (let number = 1; number < AGENTS; number += 1)
    await host.accepted({ type: "agent.spawn", parentId: "jake", name: `Agent ${number}` })
  await host.end()
}

/** Waits until every turn that was in flight at this start has ended; answers which have not, and who still has what to read. */
async function cameToRest(host: HostProgram, before: WorldSnapshot) {
  const inFlight = Object.values(before.agents).flatMap(({ turn }) => (turn ? [turn.id] : []))
  const until = performance.now() + LAST_MS
  for (;;) {
    const { world, subscription } = await host.world()
    // Hundreds of open subscriptions would make this client the slow reader that the host leaves envelopes out for.
    void host.ask({ type: "unsubscribe", id: 0, subscription })
    const agents = Object.values(world.agents)
    const stay = agents.flatMap(({ name, turn }) => {
      const waitsForUser = turn?.calls.some(({ status }) => status === "asked") ?? false
      return turn && inFlight.includes(turn.id) && !waitsForUser ? [`${name}'s turn ${turn.id} stays ${turn.status.kind}`] : []
    })
    const queued = new Set(agents.flatMap(({ id, queue }) => queue.map((message) => `${id} ${message.id}`)))
    if (stay.length === 0 || performance.now() > until) return { stay, queued, seq: world.seq }
    await wait(500)
  }
}
