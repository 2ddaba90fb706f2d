export type { AuditReader } from "./audit-log.ts"
export { sqliteJournal } from "./journal.ts"
export type { OpenOptions } from "./open.ts"
export { readAudit } from "./read-audit.ts"
