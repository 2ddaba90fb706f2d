// Owns: reading the whole chain and naming the first entry that does not hold, and how. Pure: rows in, one sentence out.
import type { AuditChain, AuditRow, EventFields } from "./audit-chain.ts"
import { beginning, digestOf } from "./audit-chain.ts"

export type AuditHead = { readonly count: number; readonly last: string; readonly mac: string }
/** `about`: the event as it is in the journal now, null when it is not there. */
export type CheckedRow = AuditRow & { readonly mac: string; readonly about: EventFields | null }

/** How many entries are looked at between two pauses. */
const SLICE = 500

/**
 * The empty string when everything holds. Pauses now and then, and entries may be added meanwhile: where the log ends is therefore asked
 * only when the last entry has been read, without a pause in between.
 */
export function* findProblem(
  rows: Iterable<CheckedRow>,
  readHead: () => AuditHead | null,
  chain: AuditChain,
): Generator<undefined, string> {
  const holds = (head: AuditHead | null): head is AuditHead =>
    head !== null && chain.headMacOf(head.count, head.last) === head.mac
  let last = beginning
  let count = 0
  for (const row of rows) {
    if (count > 0 && count % SLICE === 0) yield
    const next = count + 1
    if (row.entry < next) return `${named(row)}: it was put there by somebody else`
    if (row.entry > next) return missing(next, row.entry - 1)
    if (chain.macOf(last, row) !== row.mac) {
      const head = readHead()
      if (next === 1 && !holds(head)) return anotherKey
      if (holds(head) && next > head.count) return `${named(row)}: it was put there by somebody else`
      return `${named(row)}: its content was changed`
    }
    const wrong = eventProblem(row)
    if (wrong !== null) return `${named(row)}: ${wrong}`
    last = row.mac
    count = next
  }
  const head = readHead()
  if (head === null) return "the record of where the log ends is missing"
  if (!holds(head)) return count === 0 ? anotherKey : "the record of where the log ends was changed"
  if (head.count > count) return cutOff(head.count - count, count)
  return head.count === count && head.last === last ? "" : "the record of where the log ends was changed"
}

const anotherKey = "the key is another one than the log was written with, or all of the log was rewritten"

function missing(first: number, last: number): string {
  return first === last ? `entry ${first} is missing` : `entries ${first} to ${last} are missing`
}

function cutOff(lost: number, left: number): string {
  const what = lost === 1 ? "the last entry was" : `the last ${lost} entries were`
  return `${what} cut off: ${left} of ${left + lost} are left`
}

/** The moment is part of what may have been changed, so it is only repeated when it is one. */
function named({ entry, at }: CheckedRow): string {
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(at) ? `entry ${entry} of ${at}` : `entry ${entry}`
}

function eventProblem({ seq, about, event }: CheckedRow): string | null {
  if (about === null) return `event ${seq} of the journal, which it is about, is missing`
  if (digestOf(about) !== event) return `event ${seq} of the journal, which it is about, was changed`
  return null
}
