// Owns: why nothing can be changed where a project is only looked at (F18). Whatever would ask for a change asks here first: what can be pressed says it
// instead of being refused. Does not own: refusing (host).
import type { ClientCommandInput, ReadOnly, SettingsPatch } from "@kibitz/contract"

/** Null where it can be changed, and while that is not known yet. */
export function closedWhy(readOnly: ReadOnly | undefined): string | null {
  if (!readOnly) return null
  if (readOnly.unknown !== undefined) return "Read-only: a newer Kibitz wrote to this project. Update Kibitz to work in it."
  return readOnly.isHeld
    ? "Read-only: another Kibitz has this project open. Do it there."
    : "Read-only: start Kibitz again to work in this project."
}

/** How it looks to those who look: theme and text size can be had here, without being the project's. */
export type Looks = Pick<SettingsPatch, "theme" | "textSize">

/** Null when it asks for anything else as well. */
export function looksOf(command: ClientCommandInput): Looks | null {
  if (command.type !== "settings.change") return null
  const { theme, textSize, ...others } = command.patch
  return Object.keys(others).length === 0 ? { theme, textSize } : null
}
