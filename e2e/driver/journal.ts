// Owns: what the journal of a closed Kibitz holds, read as a stranger would: the file itself, nothing of the app.
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import type { TestFolders } from "./folders.ts"

export type JournalEvent = {
  readonly seq: number
  readonly type: string
  readonly agentId?: string
  readonly messageId?: string
  readonly cause?: string
  readonly outcome?: string
  readonly axis?: string
  readonly capability?: string
  readonly until?: string | null
  /** Of a message: what Kibitz itself says with it. */
  readonly note?: string
  readonly callId?: string
  readonly reply?: { readonly content: readonly { readonly type: string; readonly id?: string }[] }
}

/** Only after the app has ended. Oldest first. */
export function eventsIn({ dataDir }: Pick<TestFolders, "dataDir">, ...types: readonly string[]): readonly JournalEvent[] {
  const db = new DatabaseSync(join(dataDir, "kibitz.db"), { readOnly: true })
  try {
    const rows = db.prepare("select seq, type, payload from events order by seq").all() as {
      seq: number
      type: string
      payload: string
    }[]
    return rows
      .filter(({ type }) => types.includes(type))
      .map(({ seq, type, payload }) => ({ ...JSON.parse(payload), seq, type }))
  } finally {
    db.close()
  }
}

export type AuditRow = {
  readonly kind: string
  readonly agentId: string | null
  readonly rule: string
  readonly posture: Readonly<Record<string, string>> | null
  readonly facts: Readonly<Record<string, unknown>>
}

/** The audit log, oldest first. Only after the app has ended. */
export function auditIn({ dataDir }: Pick<TestFolders, "dataDir">): readonly AuditRow[] {
  const db = new DatabaseSync(join(dataDir, "kibitz.db"), { readOnly: true })
  try {
    return db
      .prepare("select body from audit order by entry")
      .all()
      .map(({ body }) => JSON.parse(String(body)))
  } finally {
    db.close()
  }
}
