// Owns: what an agent is about, in a line: what came of it once it is done, else what it does or was started for.
import type { Agent } from "@kibitz/contract"

export function doingOf({ standing, progress, assignment }: Agent): string | null {
  if (standing.kind === "done" && standing.summary) return `Done: ${standing.summary}`
  return progress?.note || assignment
}
