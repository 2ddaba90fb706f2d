// Owns: names that sort by when they were made, also within one millisecond and when the computer's clock is set back.
import { getRandomValues } from "node:crypto"
import type { Ids } from "@kibitz/ports"

const DIGITS = "0123456789abcdefghjkmnpqrstvwxyz"
const COUNTS_PER_MS = 32 ** 3
const RANDOM_DIGITS = 11

/** prefix_ + 10 digits of milliseconds + 3 of a count + 11 of chance (55 bits, for two computers in the same millisecond). */
export function systemIds(now: () => number = Date.now): Ids {
  let time = 0
  let count = 0
  const pool = new Uint8Array(RANDOM_DIGITS * 256)
  let used = pool.length
  return {
    next(prefix) {
      const wall = now()
      if (wall > time) {
        time = wall
        count = 0
      } else if (++count === COUNTS_PER_MS) {
        time++
        count = 0
      }
      // Asked for in one go: each question to the system costs more than all the rest.
      if (used === pool.length) {
        getRandomValues(pool)
        used = 0
      }
      let tail = ""
      for (const end = used + RANDOM_DIGITS; used < end; used++) tail += DIGITS[(pool[used] ?? 0) & 31]
      return `${prefix}_${base32(time, 10)}${base32(count, 3)}${tail}`
    },
  }
}

function base32(value: number, length: number): string {
  let text = ""
  for (let rest = value; text.length < length; rest = Math.floor(rest / 32)) text = DIGITS[rest % 32] + text
  return text
}
