// Owns: asking the host what was spent in the last hours.
import type { CostReport, Instant, Rejection } from "@kibitz/contract"
import { readOnce } from "../bridge/read-once.ts"
import type { WireClient } from "../bridge/wire-client.ts"

export type Spending = { readonly hours: number; readonly since: Instant; readonly report: CostReport }
export type CostAnswer =
  | { readonly ok: true; readonly spending: Spending }
  | { readonly ok: false; readonly rejection: Rejection }

export async function readCost(client: Pick<WireClient, "subscribe">, hours: number): Promise<CostAnswer> {
  const answer = await readOnce(client, { kind: "cost", hours })
  if (!answer.ok) return answer
  const { since, report } = answer.snapshot
  return { ok: true, spending: { hours, since, report } }
}
