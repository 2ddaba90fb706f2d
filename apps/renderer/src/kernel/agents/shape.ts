// Owns: who there is, under which name and whom, without what they do. Whoever shows agents by name watches this and not the world, which is new with
// every step of every agent: two hundred that work would have it drawn anew with each of them.

import type { Agent, AgentId, Agents, World } from "@kibitz/contract"
import { useState, useSyncExternalStore } from "react"
import type { HasReplica } from "../session/offers.ts"
import { useSession } from "../session/session-context.ts"

/** The world, but only as new as its shape: what an agent does is read elsewhere. Null also while it is not wanted. */
export function useShape(isWanted = true): World | null {
  const { replica } = useSession<HasReplica>()
  const [read] = useState(() => shapeReader(() => replica.world.getState().world))
  return useSyncExternalStore(replica.world.subscribe, () => (isWanted ? read() : null))
}

/** Those who were dismissed went with all below them. */
export function isThere({ standing }: Agent): boolean {
  return standing.kind !== "dismissed"
}

/** Asked with every event, so only what was copied is looked at. */
export function isSameShape(before: Agents, after: Agents): boolean {
  if (before === after) return true
  return after.every((bucket, at) => bucket === before[at] || isSameBucket(before[at] ?? {}, bucket))
}

type Bucket = Readonly<Record<AgentId, Agent>>

function isSameBucket(before: Bucket, after: Bucket): boolean {
  const agents = Object.values(after)
  if (agents.length !== Object.keys(before).length) return false
  return agents.every((agent) => {
    const was = before[agent.id]
    return was === agent || (was !== undefined && isSamePlace(was, agent))
  })
}

function isSamePlace(a: Agent, b: Agent): boolean {
  return (
    a.name === b.name &&
    a.parentId === b.parentId &&
    a.assignment === b.assignment &&
    a.silenced === b.silenced &&
    isThere(a) === isThere(b) &&
    (a.childIds === b.childIds ||
      (a.childIds.length === b.childIds.length && a.childIds.every((id, at) => id === b.childIds[at])))
  )
}

/** The world as it was when its shape last changed, read anew without making anything anew. */
export function shapeReader(read: () => World | null): () => World | null {
  let shown: World | null = null
  let seen: Agents | null = null
  return () => {
    const world = read()
    const isSame = world !== null && seen !== null && isSameShape(seen, world.agents)
    seen = world?.agents ?? null
    if (!isSame) shown = world
    return shown
  }
}
