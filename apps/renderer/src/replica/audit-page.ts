// Owns: asking for one page of the audit log. The subscription ends with its snapshot.
import type { AuditFilter, AuditPage, Rejection } from "@kibitz/contract"
import type { WireClient } from "../bridge/wire-client.ts"

export type AuditAnswer = { readonly ok: true; readonly page: AuditPage } | { readonly ok: false; readonly rejection: Rejection }

export function readAuditPage(client: WireClient, filter: AuditFilter, before: number | null, limit = 100): Promise<AuditAnswer> {
  return new Promise((resolve) => {
    const subscription = client.subscribe(
      { kind: "audit", filter, before, limit },
      {
        snapshot: (snapshot) => {
          queueMicrotask(() => subscription.end())
          if (snapshot.kind === "audit") resolve({ ok: true, page: snapshot.page })
        },
        events: () => {},
        refused: (rejection) => {
          queueMicrotask(() => subscription.end())
          resolve({ ok: false, rejection })
        },
      },
    )
  })
}
