// Owns: the words for what Kibitz told an agent by itself.
import type { NoteItem } from "@kibitz/domain"

export function noteHeading(note: NoteItem["note"], sender: string | null): string {
  switch (note) {
    case "restarted":
      return "Kibitz was restarted; the agent was told"
    case "declined":
      return "You declined to talk now; the agent was told"
    case "redirected":
      return sender === null ? "New assignment from you" : `New assignment from ${sender}`
    case "verification":
      return "The outcome of the checks was told to the agent"
    case "continuation":
      return "Continued"
    case "report":
      return "Report"
  }
}

/** What the child itself said, without the lines that mark it as data for the model. */
export function reportBody(text: string): string {
  const inside = /<<untrusted [^\n]*\n[^\n]*\n([\s\S]*)\n<<end [^\n]*>>/.exec(text)?.[1]
  const head = text.split("\n<<untrusted", 1)[0] ?? text
  return inside === undefined ? text : `${head}\n\n${inside}`
}
