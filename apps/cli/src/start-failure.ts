// Owns: the words for a start that did not work (ux.md 6). Decisions look at the error's kind or code, never at its text.

export function describeStartFailure(cause: unknown): string {
  if (!(cause instanceof Error)) return `Kibitz could not start. ${String(cause)}`
  if (cause.name === "StorageFailure" && "kind" in cause) return describeStorageFailure(cause.kind, cause.message)
  switch ("code" in cause ? cause.code : null) {
    case "EADDRINUSE":
      return "That port is taken. Choose another one with --port, or leave it out to get a free one."
    case "EACCES":
      return `Kibitz could not start: no permission. ${cause.message}`
    default:
      return `Kibitz could not start. ${cause.message}`
  }
}

function describeStorageFailure(kind: unknown, message: string): string {
  switch (kind) {
    case "busy":
      return "Another Kibitz window has this project open. Close it and start again, or choose another folder with --data-dir."
    case "newer":
      return "This project was last opened by a newer Kibitz. Update Kibitz to open it. Nothing was changed."
    case "corrupt":
    case "not-a-journal":
      return `The project's journal is damaged. It was left as it is, so that it can be repaired or restored. ${message}`
    case "full":
      return "The disk is full. Kibitz cannot save what happens. Free some space and start again."
    default:
      return `The project's journal cannot be reached. ${message}`
  }
}
