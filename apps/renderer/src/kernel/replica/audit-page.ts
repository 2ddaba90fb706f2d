// Owns: asking for one page of the audit log.
import type { AuditFilter, AuditPage, Rejection } from "@kibitz/contract"
import { readOnce } from "../bridge/read-once.ts"
import type { WireClient } from "../bridge/wire-client.ts"

export type AuditAnswer = { readonly ok: true; readonly page: AuditPage } | { readonly ok: false; readonly rejection: Rejection }

export async function readAuditPage(
  client: WireClient,
  filter: AuditFilter,
  before: number | null,
  limit = 100,
): Promise<AuditAnswer> {
  const answer = await readOnce(client, { kind: "audit", filter, before, limit })
  return answer.ok ? { ok: true, page: answer.snapshot.page } : answer
}
