// Owns: reading the whole audit log, or all that a filter lets through, and writing it as JSON lines.
import type { AuditEntry, AuditFilter } from "@kibitz/contract"
import type { Reads } from "../session/offers.ts"

/** All that the filter lets through, oldest first. The reason when the host says no in the middle: half a log is no export. */
export async function wholeAudit(
  session: Pick<Reads, "audit">,
  filter: AuditFilter,
): Promise<{ entries: readonly AuditEntry[] } | { problem: string }> {
  const pages: AuditEntry[][] = []
  for (let before: number | null = null, isFirst = true; isFirst || before !== null; isFirst = false) {
    const answer = await session.audit(filter, before, 500)
    if (!answer.ok) return { problem: answer.rejection.message }
    pages.push(answer.page.entries)
    before = answer.page.older
  }
  return { entries: pages.flat().toReversed() }
}

/** One entry per line, as it is in the log: it can be checked with the key and nothing is left out. */
export function jsonLines(entries: readonly AuditEntry[]): string {
  return entries.map((entry) => `${JSON.stringify(entry)}\n`).join("")
}
