// Owns: the words for what Kibitz told an agent by itself.
import type { NoteItem } from "@kibitz/domain"

export function noteHeading(note: NoteItem["note"], sender: string | null): string {
  switch (note) {
    case "restarted":
      return "Kibitz was restarted; the agent was told"
    case "leftovers":
      return "Commands that had outlived Kibitz were ended; the agent was told"
    case "declined":
      return "You declined to talk now; the agent was told"
    case "redirected":
      return sender === null ? "New assignment from you" : `New assignment from ${sender}`
    case "verification":
      return "The outcome of the checks was told to the agent"
    case "continuation":
      return "Continued"
    case "handover":
      return "Asked to hand over"
    case "report":
      return "Report"
  }
}

/** What stands above the words of one below: its name, or all who ask the same. */
export function reportHeading(sender: string | null, askers: string | null): string {
  if (askers !== null) return `Question from ${askers}`
  return sender === null ? "Report" : `Report from ${sender}`
}
