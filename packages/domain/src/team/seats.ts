// Owns: who sits where in a room. A newcomer takes the lowest empty cell; whoever is dismissed leaves theirs empty; nobody else ever moves, until
// the user has the room tidied. In the world, so that every screen shows the same places, also after a restart.
import type { Agent, Room, World } from "@kibitz/contract"
import { accept, type Decision } from "../kernel/outcome.ts"
import { findAgent } from "./agents.ts"

export function nextCell({ room }: Agent): number {
  return room.free[0] ?? room.size
}

/** The room after the next newcomer has sat down. */
export function withGuest({ size, free }: Room): Room {
  return free.length > 0 ? { size, free: free.slice(1) } : { size: size + 1, free }
}

export function vacated({ size, free }: Room, cell: number): Room {
  const after = free.findIndex((one) => one > cell)
  return { size, free: free.toSpliced(after < 0 ? free.length : after, 0, cell) }
}

export function decideTidy(agent: Agent): Decision {
  return agent.room.free.length === 0 ? accept() : accept({ type: "room.tidied", agentId: agent.id })
}

/** The owner of the room and everybody in it, moved up in the order in which they sit. */
export function tidied(world: World, owner: Agent): readonly Agent[] {
  const guests = owner.childIds
    .flatMap((id) => findAgent(world, id) ?? [])
    .filter(({ standing }) => standing.kind !== "dismissed")
    .toSorted((a, b) => a.cell - b.cell)
    .map((guest, at) => ({ ...guest, cell: at + 1 }))
  return [{ ...owner, room: { size: guests.length + 1, free: [] } }, ...guests]
}
