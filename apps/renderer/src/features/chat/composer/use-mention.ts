// Owns: what the composer knows of the name being typed: who and which files it could be, and which one is picked.

import type { AgentId } from "@kibitz/contract"
import { allAgents, findAgent } from "@kibitz/domain"
import { useEffect, useMemo, useState } from "react"
import type { HasReplica } from "../../../kernel/session/offers.ts"
import { useSession, useWorldNow } from "../../../kernel/session/session-context.ts"
import { agentsFor, filesFor, type MentionItem, mentionAt, mentioned } from "./mention.ts"

const PAUSE_MS = 80
const MOST_FILES = 8

export type MentionHelp = {
  /** Empty when nothing is being named, or the list was closed. */
  readonly items: readonly MentionItem[]
  readonly picked: number | null
  move(by: number): void
  close(): void
  /** The text with the picked, or the first, in it; null when there is none. */
  complete(): { readonly text: string; readonly caret: number } | null
  completeWith(item: MentionItem): { readonly text: string; readonly caret: number }
}

export function useMention(agentId: AgentId, text: string, caret: number): MentionHelp {
  const worldNow = useWorldNow()
  const mention = useMemo(() => mentionAt(text, caret), [text, caret])
  const query = mention?.query ?? null
  const files = useFiles(query)
  const [closed, setClosed] = useState<string | null>(null)
  const [picked, setPicked] = useState<{ of: string; index: number } | null>(null)
  const items = useMemo(() => {
    const world = query === null ? null : worldNow()
    if (!world || query === null) return nothing
    const others = allAgents(world).filter(({ id, standing }) => id !== agentId && standing.kind !== "dismissed")
    const named = others.map(({ id, name, parentId }) => ({
      id,
      name,
      where: (parentId && findAgent(world, parentId)?.name) ?? "",
    }))
    return [...agentsFor(named, query), ...filesFor(files)]
  }, [worldNow, agentId, query, files])
  const shown = mention === null || closed === text ? nothing : items
  const index = picked?.of === text && picked.index < shown.length ? picked.index : null
  const completeWith = (item: MentionItem) => (mention ? mentioned(text, caret, mention, item) : { text, caret })
  return {
    items: shown,
    picked: index,
    move: (by) => {
      const from = index ?? (by > 0 ? -1 : 0)
      if (shown.length > 0) setPicked({ of: text, index: (from + by + shown.length) % shown.length })
    },
    close: () => setClosed(text),
    complete: () => {
      const item = shown[index ?? 0]
      return item ? completeWith(item) : null
    },
    completeWith,
  }
}

const nothing: readonly MentionItem[] = []
const noFiles: readonly string[] = []

/** Asked of the host, after a pause in typing; what came for an earlier word is shown until then. */
function useFiles(query: string | null): readonly string[] {
  const { replica } = useSession<HasReplica>()
  const [paths, setPaths] = useState(noFiles)
  useEffect(() => {
    if (query === null) return setPaths(noFiles)
    let isOver = false
    const ask = () =>
      void replica.findFiles(query, MOST_FILES).then((found) => {
        if (!isOver) setPaths(found)
      })
    const timer = setTimeout(ask, PAUSE_MS)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [replica, query])
  return paths
}
