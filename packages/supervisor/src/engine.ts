// Owns: putting the supervisor, its reactors and its channels together, in the order in which they see what was committed.
import type { AgentId, Leftover, Recorded, World } from "@kibitz/contract"
import { allAgents, findAgent } from "@kibitz/domain"
import type { Chance, Clock, Drafts, Ids, Journal, Log, Model, Notifier, Tools } from "@kibitz/ports"
import { openHistories } from "./history/histories.ts"
import { openWords } from "./history/words.ts"
import { msLeft } from "./machines/time-left.ts"
import { type Channels, openChannels } from "./publish/channels.ts"
import { liveBoard } from "./publish/live.ts"
import { checkConnection } from "./reactors/check-connection.ts"
import { climbQuestions } from "./reactors/climb.ts"
import { gatherEvidence } from "./reactors/evidence.ts"
import { expireItems } from "./reactors/expire.ts"
import { notifyUser } from "./reactors/notify.ts"
import { type RateLimit, rateLimit } from "./reactors/rate-limit.ts"
import { reporter } from "./reactors/report.ts"
import { runCalls } from "./reactors/run-calls.ts"
import { runTurns } from "./reactors/run-turns.ts"
import { wakeItems } from "./reactors/wake.ts"
import { recovery } from "./recovery/recover.ts"
import { callSlots } from "./scheduler/call-slots.ts"
import { continueAgents } from "./scheduler/continue.ts"
import { requestSlots, type Slots, type SlotsNeeds } from "./scheduler/slots.ts"
import { startLine } from "./scheduler/start-line.ts"
import { timerQueue } from "./scheduler/timer-queue.ts"
import { type Supervisor, type SupervisorNeeds, startSupervisor } from "./supervisor.ts"

export type EngineNeeds = {
  readonly journal: Journal
  readonly clock: Clock
  readonly ids: Ids
  readonly chance: Chance
  readonly model: Model
  readonly tools: Tools
  readonly drafts: Drafts
  readonly log: Log
  /** Absolute path of the project folder; every start records it as the root of the project's workspace. */
  readonly project: string
  /** Where the system can show notices. Quiet hours are those of the user's zone. */
  readonly notifier?: Notifier
  readonly zone?: string
  /** How many processors the machine has: how many commands run at once follows from it. Left out: two. */
  readonly processors?: number
  /** False while no model may be asked: what comes back could not be saved (F12). Left out: always. */
  readonly mayAsk?: () => boolean
  /** Looks at something on the machine before a command that needs it is decided. */
  readonly prepare?: SupervisorNeeds["prepare"]
  /** What the last Kibitz on this data had left running, already ended. */
  readonly leftovers?: readonly Leftover[]
}

export type Engine = {
  readonly supervisor: Supervisor
  readonly channels: Channels
  /** Founds Jake on the first start and goes on with what was in flight. */
  open(): Promise<void>
  /** Cuts streams and tools, keeps drafts, saves the world. The journal stays open: it is the host's. */
  stop(): void
  /** Models may be asked again. */
  goOn(): void
}

const TRY_AGAIN_MS = 1_000

export function startEngine(needs: EngineNeeds): Engine {
  const { journal, clock, log, drafts, model } = needs
  const supervisor = startSupervisor(needs)
  const timers = timerQueue(clock, needs.chance)
  const report = reporter(supervisor, timers, log)
  const evidence = gatherEvidence(timers, clock, report)
  const live = liveBoard(clock, drafts, (agentId) => evidence.saw(agentId, "was writing"))
  const histories = openHistories(journal)
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
  const checks = checkConnection(model, timers, supervisor, report)
  const expiry = expireItems(timers, clock, report)
  const wakes = wakeItems(timers, clock, report)
  const climbs = climbQuestions(timers, clock, report)
  const continuations = continueAgents({ supervisor, clock, timers })

  // Screens first: they hear of a finished reply before the live text it replaces is dropped.
  const channels = openChannels(supervisor, journal, live, clock)
  const notices = needs.notifier && notifyUser({ clock, notifier: needs.notifier, zone: needs.zone ?? "UTC" })
  // Nobody is called for what a full disk then takes back.
  if (notices) supervisor.listen((batch, world) => notices.follow(batch, world))
  // A turn that was in flight is not gone on with before it has been told of the restart (OPM-11).
  let mayGoOn = false
  const reactors: readonly ((batch: readonly Recorded[], world: World) => void)[] = [
    (_, world) => askedAnew(world) && limit.clear(),
    (batch) => batch.some(({ event }) => event.type === "settings.changed") && slots.refill(),
    histories.follow,
    calls.follow,
    (batch, world) => mayGoOn && turns.follow(batch, world),
    checks.follow,
    expiry.follow,
    wakes.follow,
    climbs.follow,
    evidence.follow,
    continuations.follow,
  ]
  supervisor.heed((batch, world) => {
    for (const follow of reactors) {
      try {
        follow(batch, world)
      } catch (cause) {
        // What one of them misses is one agent's; if the others missed it too, every turn of this batch would wait for ever.
        log.error("a reactor failed", cause)
      }
    }
  })

  let known = supervisor.world()
  function askedAnew(world: World): boolean {
    const before = known
    known = world
    return !isSameConnection(before, world)
  }

  const recover = recovery({
    supervisor,
    drafts,
    log,
    report,
    leftovers: needs.leftovers ?? [],
    project: needs.project,
    mayGoOn() {
      mayGoOn = true
    },
  })

  /** A full disk does not keep the app from opening: it goes on from where it was when there is room. */
  async function goOnAfterStart(): Promise<void> {
    if (!(await recover())) return void timers.after(TRY_AGAIN_MS, "open", () => void goOnAfterStart())
    line.close()
    checks.start(supervisor.world())
    expiry.start(supervisor.world())
    wakes.start(supervisor.world())
    climbs.start(supervisor.world())
    evidence.start(supervisor.world())
    // Last: who is alone, and what was in flight, is settled by now. Earlier, one could be sent on that has a turn to go on with.
    continuations.start()
  }

  return {
    supervisor,
    channels,
    async open() {
      holdAsAgreed(supervisor.world(), limit, clock)
      notices?.follow([], supervisor.world())
      await goOnAfterStart()
    },
    stop() {
      live.stop()
      turns.stop()
      calls.stop()
      checks.stop()
      timers.stop()
      notices?.stop()
      supervisor.stop()
    },
    goOn: slots.refill,
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

/** A wait that a provider asked for before the app was closed still holds (A1). */
function holdAsAgreed(world: World, limit: RateLimit, clock: Clock): void {
  for (const { turn } of allAgents(world)) {
    if (turn?.status.kind !== "delayed" || turn.status.failure.kind !== "rate_limited") continue
    limit.hold(msLeft(turn.status, clock))
  }
}
