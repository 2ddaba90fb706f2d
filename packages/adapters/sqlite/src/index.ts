export { sqliteJournal } from "./journal.ts"
export type { OpenOptions } from "./open.ts"
