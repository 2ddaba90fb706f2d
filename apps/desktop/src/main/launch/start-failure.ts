// Owns: the words for a start that did not work (ux.md 6). Decisions look at the error's kind, never at its text.
import { describeUnwritable } from "@kibitz/host/unwritable"

export type StartFailure = { readonly title: string; readonly detail: string }

export function isDamage(cause: unknown): boolean {
  const kind = kindOf(cause)
  return kind === "corrupt" || kind === "not-a-journal" || isShortened(cause)
}

/** The files may only have been moved apart: the user must hear what to put back before deciding on a restore. */
export function isShortened(cause: unknown): boolean {
  return kindOf(cause) === "shortened"
}

function kindOf(cause: unknown): unknown {
  return cause instanceof Error && cause.name === "StorageFailure" && "kind" in cause ? cause.kind : null
}

export function describeStartFailure(cause: unknown): StartFailure {
  const error = cause instanceof Error ? cause : new Error(String(cause))
  switch (kindOf(cause)) {
    case "busy":
      return {
        title: "Another Kibitz window has this project open.",
        detail: "Switch to it, or close it and start again. Nothing was changed.",
      }
    case "newer":
      return {
        title: "This project was last opened by a newer Kibitz.",
        detail: "Update Kibitz to open it. Nothing was changed.",
      }
    case "unknown-event":
      return { title: "A newer Kibitz wrote to this project.", detail: error.message }
    case "corrupt":
    case "not-a-journal":
      return {
        title: "The project's journal is damaged.",
        detail: `It was left as it is, so that it can be repaired or restored. ${error.message}`,
      }
    case "shortened":
      return { title: "Entries are missing from the project's journal.", detail: error.message }
    case "full":
      return { title: "The disk is full.", detail: "Kibitz cannot save what happens. Free some space and start again." }
    case "unreachable":
      return { title: "The project's journal cannot be reached.", detail: error.message }
    default:
      return { title: "Kibitz could not start.", detail: describeUnwritable(error) ?? error.message }
  }
}
