// Owns: which reactors there are, and the order in which they see what was committed.
import type { AgentId, Recorded, World } from "@kibitz/contract"
import { allAgents, findAgent } from "@kibitz/domain"
import type { Chance, Clock, Drafts, Ids, Journal, Log, Model, Tools } from "@kibitz/ports"
import { openHistories } from "../history/histories.ts"
import { openWords } from "../history/words.ts"
import { msLeft } from "../machines/time-left.ts"
import { type LiveBoard, liveBoard } from "../publish/live.ts"
import { callSlots } from "../scheduler/call-slots.ts"
import { continueAgents } from "../scheduler/continue.ts"
import { requestSlots, type Slots, type SlotsNeeds } from "../scheduler/slots.ts"
import { startLine } from "../scheduler/start-line.ts"
import type { TimerQueue } from "../scheduler/timer-queue.ts"
import type { Supervisor } from "../supervisor.ts"
import { checkConnection } from "./check-connection.ts"
import { climbQuestions } from "./climb.ts"
import { gatherEvidence } from "./evidence.ts"
import { expireItems } from "./expire.ts"
import { type RateLimit, rateLimit } from "./rate-limit.ts"
import { type Report, reporter } from "./report.ts"
import { runCalls } from "./run-calls.ts"
import { runTurns } from "./run-turns.ts"
import { wakeItems } from "./wake.ts"

export type ReactorsNeeds = {
  readonly journal: Journal
  readonly clock: Clock
  readonly ids: Ids
  readonly chance: Chance
  readonly model: Model
  readonly tools: Tools
  readonly drafts: Drafts
  readonly log: Log
  /** How many processors the machine has: how many commands run at once follows from it. Left out: two. */
  readonly processors?: number
  /** False while no model may be asked: what comes back could not be saved (F12). Left out: always. */
  readonly mayAsk?: () => boolean
}

type Follow = (batch: readonly Recorded[], world: World) => void

export type Reactors = {
  readonly live: LiveBoard
  readonly report: Report
  readonly follow: Follow
  /** From here on turns are run. A turn that was in flight is not resumed before it has been told of the restart (OPM-11). */
  resumeTurns(): void
  /** What was in flight is settled. */
  start(): void
  /** A wait that a provider asked for before the app was closed still holds (A1). */
  holdAsAgreed(world: World): void
  /** More requests may be allowed than before. */
  refill(): void
  stop(): void
}

export function startReactors(needs: ReactorsNeeds, supervisor: Supervisor, timers: TimerQueue): Reactors {
  const { clock, log } = needs
  const report = reporter(supervisor, timers, log)
  const evidence = gatherEvidence(timers, clock, report)
  const live = liveBoard(clock, needs.drafts, (agentId) => evidence.saw(agentId, "was writing"))
  const histories = openHistories(needs.journal)
  const words = openWords()
  const limit = rateLimit(clock)
  const slots = slotsFor(supervisor, needs.mayAsk ?? (() => true))
  const line = startLine(timers)
  const turns = runTurns({ ...needs, supervisor, live, histories, words, limit, slots, line, timers, report })
  const calls = runCalls({
    ...needs,
    supervisor,
    slots: callSlots(needs.processors ?? 2, treeOf(supervisor)),
    timers,
    report,
    note: supervisor.note,
    printed: (agentId, capability) => evidence.saw(agentId, `ran ${capability}, which was printing`),
  })
  const checks = checkConnection(needs.model, timers, supervisor, report)
  /** Those that begin by looking at the whole world. */
  const watching = [
    checks,
    expireItems(timers, clock, report),
    wakeItems(timers, clock, report),
    climbQuestions(timers, clock, report),
    evidence,
  ]
  const continuations = continueAgents({ supervisor, clock, timers })
  let runsTurns = false
  const reactors: readonly Follow[] = [
    whenConnectionChanges(supervisor.world(), () => limit.clear()),
    (batch) => batch.some(({ event }) => event.type === "settings.changed") && slots.refill(),
    histories.follow,
    calls.follow,
    (batch, world) => runsTurns && turns.follow(batch, world),
    ...watching.map(({ follow }) => follow),
    continuations.follow,
  ]
  return {
    live,
    report,
    follow: inOrder(reactors, log),
    resumeTurns() {
      runsTurns = true
    },
    start() {
      line.close()
      for (const one of watching) one.start(supervisor.world())
      // Last: who is alone, and what was in flight, is settled by now. Earlier, an agent could be sent on that has a turn to resume.
      continuations.start()
    },
    holdAsAgreed: (world) => holdAsAgreed(world, limit, clock),
    refill: slots.refill,
    stop() {
      live.stop()
      turns.stop()
      calls.stop()
      checks.stop()
    },
  }
}

function inOrder(reactors: readonly Follow[], log: Log): Follow {
  return (batch, world) => {
    for (const follow of reactors) {
      try {
        follow(batch, world)
      } catch (cause) {
        // What one of them misses is one agent's; if the others missed it too, every turn of this batch would wait for ever.
        log.error("a reactor failed", cause)
      }
    }
  }
}

function whenConnectionChanges(now: World, act: () => void): Follow {
  let known = now
  return (_, world) => {
    const before = known
    known = world
    if (!isSameConnection(before, world)) act()
  }
}

/** As many requests at the same time as the settings say at that moment. */
function slotsFor(supervisor: Pick<Supervisor, "world">, mayAsk: () => boolean): Slots {
  const limit = () => (mayAsk() ? supervisor.world().settings.limits.requests : 0)
  return requestSlots({ limit, ...treeOf(supervisor) })
}

/** Among whom places are shared. */
function treeOf({ world }: Pick<Supervisor, "world">): Omit<SlotsNeeds, "limit"> {
  return {
    pathOf: (agentId) => pathOf(world(), agentId),
    present: () => Object.values(world().panes).map((pane) => pane.agentId),
  }
}

/** Itself and all above it, the root left out, from the top. */
function pathOf(world: World, agentId: AgentId): readonly AgentId[] {
  const path: AgentId[] = []
  for (let agent = findAgent(world, agentId); agent?.parentId; agent = findAgent(world, agent.parentId)) path.unshift(agent.id)
  return path
}

/** Who is asked, and on whose account: what a provider wanted of one does not bind another. */
function isSameConnection(one: World, other: World): boolean {
  const { using, keySource, keyHint } = other.connection
  return (
    one.connection.using === using &&
    one.connection.keySource === keySource &&
    one.connection.keyHint === keyHint &&
    one.settings.baseUrl === other.settings.baseUrl
  )
}

function holdAsAgreed(world: World, limit: RateLimit, clock: Clock): void {
  for (const { turn } of allAgents(world)) {
    if (turn?.status.kind !== "delayed" || turn.status.failure.kind !== "rate_limited") continue
    limit.hold(msLeft(turn.status, clock))
  }
}
