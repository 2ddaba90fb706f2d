// Owns: the order in which follow-up rules run after a decision, until none of them has anything to add, and that they end. Knows no rule.
import type { Command, Event, World } from "@kibitz/contract"
import { bug, type Moment } from "./outcome.ts"

/**
 * own: once, about the events that the command itself decided. changes: once, about everything so far. each: for every event, including
 * those it adds. rounds: again and again, about what the last round added, until a round adds nothing. last: once, when all is settled.
 * Rules of one stage run in the order in which their concepts are listed.
 */
export type Stage = "own" | "changes" | "each" | "rounds" | "last"

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
/** Rules that ran in the last steps are those that do not end; what ran before them is not their fault. */
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
  const [own, changes, each, rounds, last] = [of("own"), of("changes"), of("each"), of("rounds"), of("last")]

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
        count(rule, 1 + more.length)
        for (const event of more) events.push(event)
        world = fold(world, more, moment)
      }
    }
    for (const rule of own) run(rule, rule.find(concerning(rule, decided), world))
    for (const rule of changes) run(rule, rule.find(concerning(rule, events), world))
    for (const rule of each) {
      // Grows while it is walked through.
      for (const event of events) if (reactsTo.get(rule)?.has(event.type)) run(rule, rule.find([event], world))
    }
    for (let from = 0; from < events.length; ) {
      const fresh = events.slice(from)
      from = events.length
      const found = rounds.map((rule) => ({ rule, subjects: [...rule.find(concerning(rule, fresh), world)] }))
      for (const { rule, subjects } of found) run(rule, subjects)
    }
    for (const rule of last) if (rule.after?.includes(command.type)) run(rule, rule.find([], world))
    return events
  }
}

/** Throws at the bound. `find` and `run` themselves are trusted to return. */
function counting(): (rule: FollowUp, steps: number) => void {
  let taken = 0
  const running = new Set<string>()
  return (rule, steps) => {
    taken += steps
    if (taken > MOST_STEPS - LAST_STEPS) running.add(rule.name)
    if (taken > MOST_STEPS) bug(`follow-up rules do not end: ${[...running].join(", ")}`)
  }
}
