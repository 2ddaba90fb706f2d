// Owns: the order in which follow-up rules run after a decision, until none of them has anything to add, and that they end. Knows no rule.
import type { Command, Event, World } from "@kibitz/contract"
import { bug, type Moment } from "./outcome.ts"

/**
 * changes: one rule after the other, each about what was added since it last ran, until none of them adds anything. rounds: then one round of these, all about
 * what was added since the last round; after a round the changes have their turn again. Both until nothing is added. last: once, when all is settled.
 * Rules of one stage run in the order in which their concepts are listed.
 */
export type Stage = "changes" | "rounds" | "last"

export type FollowUp<Subject = unknown> = {
  /** What it does, in a few words: the log names a rule that never ends by it. */
  readonly name: string
  readonly stage: Stage
  /** The events it reacts to; it is shown no others. */
  readonly on: readonly Event["type"][]
  /** In the last stage: the commands it runs after, whatever they decided. */
  readonly after?: readonly Command["type"][]
  /** Whether such an event can have this consequence at all. Most decisions have none, and are spared a second fold. Left out: yes. */
  matters?(event: Event, before: World): boolean
  /** What it has to be run for. In a round, all rules say so before the first of them runs. */
  find(events: readonly Event[], world: World): Iterable<Subject>
  run(world: World, subject: Subject, moment: Moment, before: World): readonly Event[]
}

/** Gives `run` the type of what `find` finds. */
export function followUp<Subject>(rule: FollowUp<Subject>): FollowUp {
  return rule as FollowUp
}

/**
 * Runs and added events of one decision together. Settling all agents of a large team takes a few for each of them; a rule that gets here never
 * ends, and would keep the one writer from every other command.
 */
export const MOST_STEPS = 100_000
/** Rules that add events in the last steps are those that do not end; what was added before is not their fault. */
const LAST_STEPS = 1_000

type Fold = (world: World, events: readonly Event[], moment: Moment) => World

export type Follow = (before: World, command: Command, own: readonly Event[], moment: Moment) => readonly Event[]

/** `rules`: in the order in which their concepts are listed. */
export function followUpsOf(rules: readonly FollowUp[], fold: Fold): Follow {
  const byType = new Map<Event["type"], FollowUp[]>()
  for (const rule of rules) for (const type of rule.on) byType.set(type, [...(byType.get(type) ?? []), rule])
  const reactsTo = new Map(rules.map((rule) => [rule, new Set(rule.on)] as const))
  const concerning = (rule: FollowUp, events: readonly Event[]) => events.filter(({ type }) => reactsTo.get(rule)?.has(type))
  const afterCommand = new Set(rules.flatMap(({ after = [] }) => after))
  const of = (stage: Stage) => rules.filter((rule) => rule.stage === stage)
  const [changes, rounds, last] = [of("changes"), of("rounds"), of("last")]

  function hasConsequences(events: readonly Event[], world: World): boolean {
    for (const event of events) {
      const rules = byType.get(event.type)
      if (rules?.some((rule) => rule.matters === undefined || rule.matters(event, world))) return true
    }
    return false
  }

  return (before, command, decided, moment) => {
    if (!afterCommand.has(command.type) && !hasConsequences(decided, before)) return decided
    const events = [...decided]
    let world = fold(before, decided, moment)
    const count = counting()
    const run = (rule: FollowUp, subjects: Iterable<unknown>) => {
      for (const subject of subjects) {
        const more = rule.run(world, subject, moment, before)
        count(rule, more.length)
        for (const event of more) events.push(event)
        world = fold(world, more, moment)
      }
    }
    const seen = new Map<FollowUp, number>()
    const runChanges = () => {
      for (const rule of changes) {
        const fresh = concerning(rule, events.slice(seen.get(rule)))
        seen.set(rule, events.length)
        if (fresh.length > 0) run(rule, rule.find(fresh, world))
      }
    }
    const runRound = (fresh: readonly Event[]) => {
      const found = rounds.map((rule) => ({ rule, subjects: [...rule.find(concerning(rule, fresh), world)] }))
      for (const { rule, subjects } of found) run(rule, subjects)
    }
    for (let [changed, settled] = [0, 0]; settled < events.length; ) {
      for (; changed < events.length; ) {
        changed = events.length
        runChanges()
      }
      const fresh = events.slice(settled)
      settled = events.length
      runRound(fresh)
    }
    for (const rule of last) if (rule.after?.includes(command.type)) run(rule, rule.find([], world))
    return events
  }
}

/** Throws at the bound. `find` and `run` themselves are trusted to return. */
function counting(): (rule: FollowUp, added: number) => void {
  let taken = 0
  const running = new Set<string>()
  return (rule, added) => {
    taken += 1 + added
    if (added > 0 && taken > MOST_STEPS - LAST_STEPS) running.add(rule.name)
    if (taken > MOST_STEPS) bug(`follow-up rules do not end: ${[...running].join(", ")}`)
  }
}
