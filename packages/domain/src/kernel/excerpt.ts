import { visible } from "./visible.ts"

/** One line of what others wrote, with hidden characters made visible: a report must not be steered by what it reports. */
export function excerpt(text: string, length = 80): string {
  const line = visible(
    text
      .slice(0, length * 4)
      .replace(/\s+/g, " ")
      .trim(),
  )
  return line.length > length || text.length > length * 4 ? `${line.slice(0, length - 1)}…` : line
}
