// Owns: the size limit for values that arrive as structures. Text is measured by the line that reads it.

const PER_VALUE = 8

/** True as soon as the value is known to be over the limit; never walks further than the limit allows. */
export function exceeds(value: unknown, limit: number): boolean {
  const open: unknown[] = [value]
  let size = 0
  while (open.length > 0) {
    const next = open.pop()
    size += PER_VALUE
    if (typeof next === "string") size += next.length
    else if (Array.isArray(next)) {
      if (size + next.length > limit) return true
      for (const item of next) open.push(item)
    } else if (typeof next === "object" && next !== null) {
      for (const [key, item] of Object.entries(next)) {
        size += key.length
        open.push(item)
      }
    }
    if (size > limit) return true
  }
  return false
}
