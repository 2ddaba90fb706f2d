// Owns: the order decide → append → publish, and that one command is decided at a time. Does not own: rules (domain), waiting
// (machines), what is done about an event (reactors). Publishing before append would show the user what a crash then forgets; only
// what can be had again at no cost, the result of a read, may be acted upon while it is still on its way to the disk (ADR 6).
import type { AuditBody, Command, CommandOf, Instant, Recorded, Rejection, Seq, World, WorldSnapshot } from "@kibitz/contract"
import {
  auditOf,
  decide,
  emptyWorld,
  evolve,
  fromApp,
  type LookedUp,
  type Lookup,
  lookupsOf,
  type Occasion,
  type Origin,
  type Preparation,
  preparationsOf,
  sendsMessage,
  snapshotOf,
  transcriptOf,
  WORLD_SHAPE,
  worldFrom,
} from "@kibitz/domain"
import { type Clock, type Ids, type Journal, type JournalReader, type Log, type NewEntry, StorageFailure } from "@kibitz/ports"

export type Outcome = { readonly seq: Seq } | { readonly rejection: Rejection }
/** Sees what is on disk, in order. Must not throw and must not dispatch synchronously into the same flush: dispatching only queues. */
export type Listener = (batch: readonly Recorded[], world: World) => void

export type Supervisor = {
  /** Everything that counts. For rules and reactors: it may be ahead of the disk by the results of reads (ADR 6). */
  world(): World
  /** Everything that is on disk: what listeners were told of adds up to it. For snapshots. */
  published(): World
  /** `origin` says who asks and over which surface; left out, it is Kibitz itself. */
  dispatch(command: Command, origin?: Origin): Promise<Outcome>
  /** The result of a read: counts at once, is written with the next transaction or a few milliseconds later, and shown only then. */
  note(command: CommandOf<"call.finish">): Outcome
  /** Told of everything once it is on disk. */
  listen(listener: Listener): () => void
  /** Told of everything as soon as it counts. For reactors, never for screens. */
  heed(listener: Listener): () => void
  /** Resolves when nothing is queued. What reactors have under way outside (a model, a tool) is not waited for. */
  drain(): Promise<void>
  stop(): void
}

export type SupervisorNeeds = {
  readonly journal: Journal
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  /** The user's time zone. */
  readonly zone?: string
  /** Looks at something on the machine and tells the world, before a command that needs it is decided. Left out: nothing is looked at. */
  readonly prepare?: (what: Preparation) => Promise<void>
}

/** How much of the journal may have to be folded again at the next start. */
const SAVE_WORLD_EVERY = 2_000

/** Long enough for a quick reply to share the transaction, too short for a person to wait. */
const NOTED_MS = 8
const TRY_AGAIN_MS = 1_000

/** Node's queueMicrotask comes to the same, and keeps a context for it that nobody asks for. */
const thisTick = Promise.resolve()

type Waiting = {
  readonly command: Command
  readonly origin: Origin
  readonly isPrepared?: true
  readonly settle: (outcome: Outcome) => void
}
/** With what the audit log says about it, made from the world as the event left it. */
type Audited = { readonly recorded: Recorded; readonly audit: AuditBody | null }
type Settled = { readonly outcome: Outcome; readonly recorded: readonly Audited[]; readonly world: World }
type Decided = { readonly waiting: Waiting; readonly outcome: Outcome }

export function startSupervisor({ journal, clock, ids, log, zone, prepare }: SupervisorNeeds): Supervisor {
  const rebuilt = rebuild(journal, log)
  let world = rebuilt.world
  let published = world
  let savedAt = rebuilt.savedAt
  let waiting: Waiting[] = []
  let scheduled = false
  let stopped = false
  const listeners = new Set<Listener>()
  const heeders = new Set<Listener>()
  let noted: Audited[] = []
  const sessionSince = clock.instant()
  let cancelWriting: (() => void) | null = null

  function dispatch(command: Command, origin: Origin = fromApp): Promise<Outcome> {
    const wanted = prepare ? preparationsOf(command, world) : []
    return prepare && wanted.length > 0 ? prepared(command, origin, wanted, prepare) : enqueue({ command, origin })
  }

  async function prepared(
    command: Command,
    origin: Origin,
    wanted: readonly Preparation[],
    look: NonNullable<typeof prepare>,
  ): Promise<Outcome> {
    for (const what of wanted) await look(what)
    return enqueue({ command, origin, isPrepared: true })
  }

  function enqueue(asked: Omit<Waiting, "settle">): Promise<Outcome> {
    if (stopped) return Promise.resolve(no("closing", "Kibitz is closing. Nothing was changed."))
    return new Promise((settle) => {
      waiting.push({ ...asked, settle })
      if (scheduled) return
      scheduled = true
      // Everything dispatched in the same tick shares one transaction: one flush of the disk for all of it.
      void thisTick.then(flush)
    })
  }

  function flush(): void {
    scheduled = false
    const batch = waiting
    waiting = []
    const at = clock.instant()
    let next = world
    const decided: Decided[] = []
    const recorded: Audited[] = []
    for (const one of batch) {
      const result = decideOne(one, next, at, recorded)
      decided.push({ waiting: one, outcome: result.outcome })
      recorded.push(...result.recorded)
      next = result.world
    }
    const failure = recorded.length > 0 ? write(recorded) : null
    if (!failure && recorded.length > 0) {
      const written = noted.length === 0 ? recorded : [...noted, ...recorded]
      noted = []
      world = next
      published = next
      tell(listeners, written)
      tell(heeders, recorded)
    }
    for (const { waiting: one, outcome } of decided) one.settle(answerTo(outcome, failure))
    if (world.seq - savedAt >= SAVE_WORLD_EVERY && noted.length === 0) saveWorld()
  }

  /** Accepted means on disk: nobody is told a number that a crash could take back, nor that something is there because of what was not written. */
  function answerTo(outcome: Outcome, failure: Outcome | null): Outcome {
    if ("rejection" in outcome) return outcome
    return failure && outcome.seq > world.seq ? failure : { seq: Math.min(outcome.seq, published.seq) }
  }

  function note(command: CommandOf<"call.finish">): Outcome {
    if (stopped) return no("closing", "Kibitz is closing.")
    const { outcome, recorded, world: after } = decideOne({ command, origin: fromApp }, world, clock.instant())
    if (recorded.length === 0) return outcome
    world = after
    noted.push(...recorded)
    cancelWriting ??= clock.after(NOTED_MS, writeNoted)
    tell(heeders, recorded)
    return outcome
  }

  /** Nothing came along to share a transaction with. */
  function writeNoted(): void {
    cancelWriting = null
    if (noted.length === 0) return
    if (write([])) {
      cancelWriting = clock.after(TRY_AGAIN_MS, writeNoted)
      return
    }
    const written = noted
    noted = []
    published = world
    tell(listeners, written)
  }

  function write(recorded: readonly Audited[]): Outcome | null {
    const failure = append(noted.length === 0 ? recorded : [...noted, ...recorded])
    if (failure) return failure
    cancelWriting?.()
    cancelWriting = null
    return null
  }

  /** `unwritten`: what was decided before it and shares its transaction, so that the journal does not hold it yet. */
  function decideOne(
    { command, origin, isPrepared }: Omit<Waiting, "settle">,
    before: World,
    at: Instant,
    unwritten: readonly Audited[] = [],
  ): Settled {
    try {
      const made: string[] = []
      const id: Occasion["id"] = (prefix, nth) => (made[nth] ??= ids.next(prefix))
      const occasion: Occasion = { at, id, origin, zone, sessionSince, isPrepared }
      const wanted = lookupsOf(command, before, occasion)
      const lookedUp = wanted.length === 0 ? undefined : wanted.map((one) => lookUp(one, unwritten))
      const decision = decide(before, command, lookedUp ? { ...occasion, lookedUp } : occasion)
      if ("rejection" in decision) return { outcome: decision, recorded: [], world: before }
      let after = before
      const recorded: Audited[] = []
      for (const event of decision.events) {
        const entry = { seq: after.seq + 1, at, event }
        const upon = after
        after = evolve(upon, entry)
        recorded.push({ recorded: entry, audit: auditOf(event, after, entry.seq, at, upon) })
      }
      return { outcome: { seq: after.seq }, recorded, world: after }
    } catch (cause) {
      // A bug in a rule, or a journal that cannot be read, must not take the other commands of this batch with it.
      log.error("deciding failed", cause, { command: command.type })
      const outcome =
        cause instanceof StorageFailure
          ? no("storage-failed", `${cause.message} Nothing was changed.`)
          : no("unavailable", "Kibitz has a fault and could not do that. The log has the details.")
      return { outcome, recorded: [], world: before }
    }
  }

  /** In the journal, and in what counts already and is not written yet. */
  function lookUp(wanted: Lookup, unwritten: readonly Audited[]): LookedUp {
    if (wanted.kind === "spent-since") return { ...wanted, report: journal.cost(wanted.since) }
    const { agentId, messageId } = wanted
    const isHere = ({ recorded: { event } }: Audited) => sendsMessage(event, agentId, messageId)
    return { ...wanted, wasSent: noted.some(isHere) || unwritten.some(isHere) || journal.hasMessage(agentId, messageId) }
  }

  function append(recorded: readonly Audited[]): Outcome | null {
    try {
      journal.append(recorded.map(entryOf))
      return null
    } catch (cause) {
      log.error("the journal could not be written", cause)
      const why = cause instanceof StorageFailure ? cause.message : "The journal could not be written."
      return no("storage-failed", `${why} Nothing was changed.`)
    }
  }

  /** The audit log is read from the disk by who asks for it; it is not sent along. */
  function tell(audience: ReadonlySet<Listener>, audited: readonly Audited[]): void {
    const recorded = audited.map((one) => one.recorded)
    for (const listener of audience) {
      try {
        listener(recorded, world)
      } catch (cause) {
        log.error("a listener failed", cause)
      }
    }
  }

  function saveWorld(): void {
    try {
      journal.saveWorld({ seq: world.seq, shape: WORLD_SHAPE, json: JSON.stringify(snapshotOf(world)) })
      savedAt = world.seq
    } catch (cause) {
      log.warn("the world could not be saved; the next start will take longer", { cause: String(cause) })
    }
  }

  return {
    world: () => world,
    published: () => published,
    dispatch,
    note,
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    heed(listener) {
      heeders.add(listener)
      return () => heeders.delete(listener)
    },
    async drain() {
      while (waiting.length > 0 || scheduled) await Promise.resolve()
    },
    stop() {
      if (stopped) return
      if (waiting.length > 0) flush()
      cancelWriting?.()
      writeNoted()
      stopped = true
      cancelWriting?.()
      if (world.seq > savedAt && noted.length === 0) saveWorld()
    },
  }
}

function entryOf({ recorded, audit }: Audited): NewEntry {
  return { ...recorded, transcriptOf: transcriptOf(recorded.event), ...(audit ? { audit } : {}) }
}

function no(kind: Rejection["kind"], message: string): Outcome {
  return { rejection: { kind, message } }
}

/** The world as the journal tells it, and up to where it had not to be told anew. */
export function rebuild(journal: JournalReader, log: Log): { world: World; savedAt: Seq } {
  const saved = journal.savedWorld()
  let world = emptyWorld
  if (saved && saved.shape === WORLD_SHAPE && saved.seq <= journal.last()) {
    try {
      world = worldFrom(JSON.parse(saved.json) as WorldSnapshot)
    } catch {
      log.warn("the saved world could not be read; folding the journal from the start")
    }
  }
  const savedAt = world.seq
  for (const recorded of journal.since(savedAt)) world = evolve(world, recorded)
  return { world, savedAt }
}
