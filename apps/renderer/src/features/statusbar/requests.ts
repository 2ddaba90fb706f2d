// Owns: how many requests are out and how many wait for their turn, over all agents.
import type { World } from "@kibitz/contract"
import { useCounted } from "./use-counted.ts"

export type Requests = { readonly out: number; readonly held: number }
const nothing: Requests = { out: 0, held: 0 }

export function countRequests({ agents }: Pick<World, "agents">): Requests {
  let out = 0
  let held = 0
  for (const bucket of agents) {
    for (const id in bucket) {
      const kind = bucket[id as keyof typeof bucket]?.turn?.status.kind
      if (kind === "asking") out += 1
      if (kind === "held") held += 1
    }
  }
  return { out, held }
}

export function useRequests(): Requests {
  return useCounted(countRequests, nothing, same)
}

function same(a: Requests, b: Requests): boolean {
  return a.out === b.out && a.held === b.held
}
