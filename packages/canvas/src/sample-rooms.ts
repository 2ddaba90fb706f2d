// Owns: maps for tests: any list of numbers is a tree, and one chain is as deep as wanted.
import { Rooms } from "./rooms.ts"

/** Agent n (named "n1", "n2", …) lives in the room of agent `choices[n - 1] mod n`; agent 0 is the root, "n0". */
export function roomsFrom(choices: readonly number[]): Rooms {
  const rooms = new Rooms("n0")
  for (const [at, choice] of choices.entries()) rooms.add(`n${at + 1}`, `n${choice % (at + 1)}`)
  return rooms
}

/** Rooms in rooms: "d0" is the root, "d1" lives in it, and so on; each level has `siblings` more, the chain's own child comes last. */
export function chain(depth: number, siblings: number): Rooms {
  const rooms = new Rooms("d0")
  for (let at = 1; at <= depth; at++) {
    for (let one = 0; one < siblings; one++) rooms.add(`d${at}-${one}`, `d${at - 1}`)
    rooms.add(`d${at}`, `d${at - 1}`)
  }
  return rooms
}
