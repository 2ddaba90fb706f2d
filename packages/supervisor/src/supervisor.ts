// Owns: the order decide → append → publish, and that one command is decided at a time. Does not own: rules (domain), deciding one command
// (decider), what is on disk and who is told (publisher), waiting (machines), what is done about an event (reactors).
import type { Command, CommandOf, World } from "@kibitz/contract"
import { fromApp, type Look, type Origin, preparationsOf } from "@kibitz/domain"
import type { Clock, Ids, Journal, Log } from "@kibitz/ports"
import { type Asked, type Audited, Decider, type DeciderNeeds } from "./writer/decider.ts"
import { no, type Outcome } from "./writer/outcome.ts"
import { type Listener, Publisher } from "./writer/publisher.ts"
import { rebuild, WorldSaver } from "./writer/saved-world.ts"

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
  readonly prepare?: (what: Look) => Promise<void>
  readonly rules?: DeciderNeeds["rules"]
}

/** Node's queueMicrotask comes to the same, and keeps a context for it that nobody asks for. */
const thisTick = Promise.resolve()

type Waiting = Asked & { readonly settle: (outcome: Outcome) => void }
type Answered = { readonly waiting: Waiting; readonly outcome: Outcome }

export function startSupervisor(needs: SupervisorNeeds): Supervisor {
  const { journal, clock, log, prepare } = needs
  const { world, savedAt } = rebuild(journal, log)
  const publisher = new Publisher(journal, clock, log, world)
  const saver = new WorldSaver(journal, log, savedAt)
  const decider = new Decider(needs, clock.instant(), publisher)
  let waiting: Waiting[] = []
  let scheduled = false
  let stopped = false

  function dispatch(command: Command, origin: Origin = fromApp): Promise<Outcome> {
    const wanted = prepare ? preparationsOf(command, publisher.world) : []
    if (!prepare || wanted.length === 0) return enqueue({ command, origin })
    return afterLooking(wanted, prepare, () => enqueue({ command, origin, isPrepared: true }))
  }

  function enqueue(asked: Asked): Promise<Outcome> {
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
    let next = publisher.world
    const answered: Answered[] = []
    const recorded: Audited[] = []
    for (const one of batch) {
      const decided = decider.decide(one, next, at, recorded)
      answered.push({ waiting: one, outcome: decided.outcome })
      recorded.push(...decided.recorded)
      next = decided.world
    }
    const failure = recorded.length > 0 ? publisher.commit(recorded, next) : null
    for (const { waiting: one, outcome } of answered) one.settle(answerTo(outcome, failure, publisher))
    if (saver.isDue(publisher.world) && publisher.noted.length === 0) saver.save(publisher.world)
  }

  function note(command: CommandOf<"call.finish">): Outcome {
    if (stopped) return no("closing", "Kibitz is closing.")
    const { outcome, recorded, world: after } = decider.decide({ command, origin: fromApp }, publisher.world, clock.instant())
    if (recorded.length > 0) publisher.note(recorded, after)
    return outcome
  }

  function stop(): void {
    if (stopped) return
    if (waiting.length > 0) flush()
    publisher.close()
    stopped = true
    if (publisher.noted.length === 0) saver.save(publisher.world)
  }

  return {
    world: () => publisher.world,
    published: () => publisher.published,
    dispatch,
    note,
    listen: (listener) => joining(publisher.listeners, listener),
    heed: (listener) => joining(publisher.heeders, listener),
    async drain() {
      while (waiting.length > 0 || scheduled) await Promise.resolve()
    },
    stop,
  }
}

async function afterLooking<Result>(
  wanted: readonly Look[],
  prepare: NonNullable<SupervisorNeeds["prepare"]>,
  act: () => Promise<Result>,
): Promise<Result> {
  for (const what of wanted) await prepare(what)
  return act()
}

/** Accepted means on disk: nobody is told a number that a crash could take back, nor that something is there because of what was not written. */
function answerTo(outcome: Outcome, failure: Outcome | null, { world, published }: Publisher): Outcome {
  if ("rejection" in outcome) return outcome
  return failure && outcome.seq > world.seq ? failure : { seq: Math.min(outcome.seq, published.seq) }
}

function joining(audience: Set<Listener>, listener: Listener): () => void {
  audience.add(listener)
  return () => audience.delete(listener)
}
