// Owns: looking through everybody's conversation while the words are typed, one after the other: the host looks at a bounded piece at a time, and
// between two of them others have their turn.

import type { AgentId, World } from "@kibitz/contract"
import { allAgents } from "@kibitz/domain"
import { useEffect, useState } from "react"
import type { HasReplica } from "../../kernel/session/offers.ts"
import { useSession, useWorldNow } from "../../kernel/session/session-context.ts"
import { type Everywhere, lookEverywhere, lookThrough, withConversation } from "./everywhere.ts"

const PAUSE_MS = 150

/** `first`: whose conversation is looked through before the others. */
export function useEverywhere(text: string, first: AgentId): Everywhere {
  const { replica } = useSession<HasReplica>()
  const worldNow = useWorldNow()
  const [so, setSo] = useState<Everywhere>(() => lookEverywhere("", everybody(worldNow(), first).length))
  useEffect(() => {
    const all = everybody(worldNow(), first)
    const words = text.trim()
    let isOver = false
    const look = async (): Promise<void> => {
      let found = lookEverywhere(text, all.length)
      setSo(found)
      for (const agentId of all) {
        const through = await lookThrough((before) => replica.find(agentId, words, before))
        if (isOver) return
        found = withConversation(found, agentId, through?.lines ?? [], through?.isMore ?? false)
        setSo(found)
        if (found.isOver) return
      }
    }
    // A list that is being read does not vanish with the next letter; it is replaced when there is something to replace it.
    const timer = setTimeout(() => void (words === "" ? setSo(lookEverywhere("", all.length)) : look()), PAUSE_MS)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [replica, worldNow, text, first])
  return so
}

/** In the order of the tree. Whoever is dismissed cannot be gone to any more. */
function everybody(world: World | null, first: AgentId): readonly AgentId[] {
  const ids = (world ? allAgents(world) : []).filter(({ standing }) => standing.kind !== "dismissed").map(({ id }) => id)
  return ids.includes(first) ? [first, ...ids.filter((id) => id !== first)] : ids
}
