// Owns: the words for a start that did not work (ux.md 6) and for a Kibitz that ended with a fault. Decisions look at the error's kind or code, never at its text.

import { describeHolder, type Holder } from "@kibitz/host"
import { describeUnwritable } from "@kibitz/host/unwritable"
import { EndedWithFault } from "./with-host.ts"

/** `holder`: who has the journal, where that is what stood in the way and it is known. */
export function describeStartFailure(cause: unknown, holder: Holder | null = null): string {
  if (cause instanceof EndedWithFault) return describeFault(cause.cause)
  if (!(cause instanceof Error)) return `Kibitz could not start. ${String(cause)}`
  if (cause.name === "StorageFailure" && "kind" in cause) return describeStorageFailure(cause.kind, cause.message, holder)
  switch ("code" in cause ? cause.code : null) {
    case "EADDRINUSE":
      return "That port is taken. Choose another one with --port, or leave it out to get a free one."
    case "EACCES":
      return describeUnwritable(cause) ?? `Kibitz could not start: no permission. ${cause.message}`
    default:
      return describeUnwritable(cause) ?? `Kibitz could not start. ${cause.message}`
  }
}

function describeFault(cause: unknown): string {
  // The port is asked for once the host is open; to the user that is still the start.
  if (cause instanceof Error && "syscall" in cause && cause.syscall === "listen") return describeStartFailure(cause)
  const why = cause instanceof Error ? cause.message : String(cause)
  return `Kibitz ended with a fault. ${why}\nWhat is in the journal is kept. Start again to go on from there.`
}

function describeStorageFailure(kind: unknown, message: string, holder: Holder | null): string {
  switch (kind) {
    case "busy": {
      const { title, where } = describeHolder(holder)
      return `${title} ${where}\nGo there or end it, look at the project as it is now with --read-only, or choose another folder with --data-dir. Nothing was changed.`
    }
    case "newer":
      return "This project was last opened by a newer Kibitz. Update Kibitz to open it. Nothing was changed."
    case "unknown-event":
      return message
    case "corrupt":
    case "not-a-journal":
      return `The project's journal is damaged. It was left as it is. \`kibitz restore\` brings back what can be read. ${message}`
    case "shortened":
      return message
    case "full":
      return "The disk is full. Kibitz cannot save what happens. Free some space and start again."
    default:
      return `The project's journal cannot be reached. ${message}`
  }
}
