// Owns: the rooms of the map, kept in step with the world. Who sits where is in the world; a place once taken is kept until its owner is
// dismissed or the user has the room tidied.

import { type Place, Rooms } from "@kibitz/canvas"
import { type Agent, type AgentId, jakeId, type World } from "@kibitz/contract"
import { findAgent } from "@kibitz/domain"

type Bucket = Readonly<Record<string, Agent>>
const nobody: Bucket = {}

/** What a look at the world has changed: whose looks are stale, and whether anybody came, went or was moved. */
export type PlacesChange = { readonly agents: readonly string[]; readonly seats: boolean }

/** One map that shows these rooms. There may be several, in panes side by side. */
export type PlacesListener = {
  /** A room is about to go: the camera can step out of it. */
  leaving(id: string): void
  changed(world: World, change: PlacesChange): void
}

export class Places {
  readonly rooms = new Rooms(jakeId)
  readonly #listeners = new Set<PlacesListener>()
  #seen: World["agents"] = []

  listen(listener: PlacesListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Whichever map looks first, all of them are told what is different. */
  sync(world: World): void {
    if (world.agents === this.#seen) return
    const change = this.#update(world)
    for (const listener of this.#listeners) listener.changed(world, change)
  }

  #update(world: World): PlacesChange {
    const changed = this.#changed(world)
    const gone = this.#without(changed, world)
    const here = changed.flatMap((id) => this.#seated(world, id))
    // Those who stay are moved before newcomers sit down, else two would want one cell.
    const moved = this.#moved(world, here)
    const came = here.map((agent) => this.#seatChildren(world, agent)).some(Boolean)
    return { agents: changed, seats: gone || moved || came }
  }

  /** Agents that are not the same object as last time; those that are gone too. Only buckets that differ are looked into. */
  #changed(world: World): readonly string[] {
    const changed: string[] = []
    for (let at = 0; at < world.agents.length; at++) {
      const before: Bucket = this.#seen[at] ?? nobody
      const after: Bucket = world.agents[at] ?? nobody
      if (before === after) continue
      for (const [id, agent] of Object.entries(after)) if (before[id] !== agent) changed.push(id)
      for (const id of Object.keys(before)) if (!Object.hasOwn(after, id)) changed.push(id)
    }
    this.#seen = world.agents
    return changed
  }

  #without(changed: readonly string[], world: World): boolean {
    let gone = false
    for (const id of changed) {
      if (isHere(findAgent(world, id as AgentId)) || this.rooms.find(id) === undefined) continue
      for (const listener of this.#listeners) listener.leaving(id)
      this.rooms.remove(id)
      gone = true
    }
    return gone
  }

  #seated(world: World, id: string): readonly Agent[] {
    const agent = findAgent(world, id as AgentId)
    return agent && this.rooms.find(id) !== undefined ? [agent] : []
  }

  /** Rooms that were tidied since: somebody in them has another cell, or there are fewer of them. */
  #moved(world: World, here: readonly Agent[]): boolean {
    const tidied = new Set<Place>()
    for (const { id, cell, room } of here) {
      const place = this.rooms.get(id)
      if (place.parent !== null && place.cell !== cell) tidied.add(place.parent)
      if (place.cells.length > room.size) tidied.add(place)
    }
    for (const { id, cells } of tidied) {
      const owner = findAgent(world, id as AgentId)
      if (!owner) continue
      const seats = cells.flatMap((child): [string, number][] => {
        const guest = child && findAgent(world, child.id as AgentId)
        return guest ? [[guest.id, guest.cell]] : []
      })
      this.rooms.arrange(id, new Map(seats), owner.room.size)
    }
    return tidied.size > 0
  }

  #seatChildren(world: World, parent: Agent): boolean {
    const open = [parent]
    let came = false
    for (let agent = open.pop(); agent; agent = open.pop()) {
      for (const id of agent.childIds) {
        if (this.rooms.find(id) !== undefined) continue
        const child = findAgent(world, id)
        if (!isHere(child)) continue
        this.rooms.add(id, agent.id, child.cell)
        open.push(child)
        came = true
      }
      this.rooms.reserve(agent.id, agent.room.size)
    }
    return came
  }
}

function isHere(agent: Agent | undefined): agent is Agent {
  return agent !== undefined && agent.standing.kind !== "dismissed"
}
