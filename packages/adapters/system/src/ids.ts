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
  const random = new Uint8Array(RANDOM_DIGITS)
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
      getRandomValues(random)
      let tail = ""
      for (const byte of random) tail += DIGITS[byte & 31]
      return `${prefix}_${base32(time, 10)}${base32(count, 3)}${tail}`
    },
  }
}

function base32(value: number, length: number): string {
  let text = ""
  for (let rest = value; text.length < length; rest = Math.floor(rest / 32)) text = DIGITS[rest % 32] + text
  return text
}
