// Owns: deciding one command with everything its rule has to know, and that a fault in a rule costs only that command. Does not own: rules
// (domain), and whether anything comes of what was decided (publisher).
import type { AuditBody, Command, Instant, Recorded, World } from "@kibitz/contract"
import {
  auditOf,
  decide,
  evolve,
  type LookedUp,
  type Lookup,
  lookupsOf,
  type Occasion,
  type Origin,
  type rulesWith,
  sendsMessage,
} from "@kibitz/domain"
import { type Ids, type JournalReader, type Log, StorageFailure } from "@kibitz/ports"
import { no, type Outcome } from "./outcome.ts"

/** `isPrepared`: what it needs to know about the machine has been looked at. */
export type Asked = { readonly command: Command; readonly origin: Origin; readonly isPrepared?: true }
/** With what the audit log says about it, made from the world as the event left it. */
export type Audited = { readonly recorded: Recorded; readonly audit: AuditBody | null }
export type Decided = { readonly outcome: Outcome; readonly recorded: readonly Audited[]; readonly world: World }

export type DeciderNeeds = {
  readonly journal: JournalReader
  readonly ids: Ids
  readonly log: Log
  readonly zone?: string
  /** Left out: those of all concepts. */
  readonly rules?: Rules
}

type Rules = Pick<ReturnType<typeof rulesWith>, "auditOf" | "decide" | "evolve" | "lookupsOf">
const allRules: Rules = { auditOf, decide, evolve, lookupsOf }

export class Decider {
  readonly #needs: DeciderNeeds
  readonly #rules: Rules
  readonly #sessionSince: Instant
  readonly #publisher: { readonly noted: readonly Audited[] }

  constructor(needs: DeciderNeeds, sessionSince: Instant, publisher: { readonly noted: readonly Audited[] }) {
    this.#needs = needs
    this.#rules = needs.rules ?? allRules
    this.#sessionSince = sessionSince
    this.#publisher = publisher
  }

  /** `unwritten`: what was decided before it and shares its transaction, so that the journal does not hold it yet. */
  decide({ command, origin, isPrepared }: Asked, before: World, at: Instant, unwritten: readonly Audited[] = []): Decided {
    const { ids, log, zone } = this.#needs
    const { auditOf, decide, evolve, lookupsOf } = this.#rules
    try {
      const made: string[] = []
      const id: Occasion["id"] = (prefix, nth) => (made[nth] ??= ids.next(prefix))
      const occasion: Occasion = { at, id, origin, zone, sessionSince: this.#sessionSince, isPrepared }
      const wanted = lookupsOf(command, before, occasion)
      const lookedUp = wanted.length === 0 ? undefined : wanted.map((one) => this.#lookUp(one, unwritten))
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
  #lookUp(wanted: Lookup, unwritten: readonly Audited[]): LookedUp {
    const { journal } = this.#needs
    if (wanted.kind === "spent-since") return { ...wanted, report: journal.cost(wanted.since) }
    const { agentId, messageId } = wanted
    const isHere = ({ recorded: { event } }: Audited) => sendsMessage(event, agentId, messageId)
    const wasSent = this.#publisher.noted.some(isHere) || unwritten.some(isHere) || journal.hasMessage(agentId, messageId)
    return { ...wanted, wasSent }
  }
}
