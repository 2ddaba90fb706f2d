// Owns: which lines of the tree the user has opened and closed, kept for the next start.

import type { AgentId } from "@kibitz/contract"
import { useCallback, useState } from "react"
import type { Keep } from "../../kernel/keep/keep.ts"
import type { HasKeep } from "../../kernel/session/offers.ts"
import { useSession } from "../../kernel/session/session-context.ts"
import type { Opened } from "./lines.ts"

const KEY = "kibitz.tree"
/** The oldest are forgotten first: what nobody has touched for so long may be as it is at first. */
const KEPT = 2000

export type OpenTools = { readonly opened: Opened; open(ids: readonly AgentId[]): void; close(id: AgentId): void }

export function useOpened(): OpenTools {
  const { keep } = useSession<HasKeep>()
  const [opened, setOpened] = useState<Opened>(() => readOpened(keep))
  const set = useCallback(
    (ids: readonly AgentId[], isOpen: boolean) =>
      setOpened((before) => {
        const after = withOpened(before, ids, isOpen)
        writeOpened(keep, after)
        return after
      }),
    [keep],
  )
  const open = useCallback((ids: readonly AgentId[]) => set(ids, true), [set])
  const close = useCallback((id: AgentId) => set([id], false), [set])
  return { opened, open, close }
}

export function withOpened(before: Opened, ids: readonly AgentId[], isOpen: boolean): Opened {
  const after = new Map(before)
  for (const id of ids) {
    after.delete(id)
    after.set(id, isOpen)
  }
  for (const id of after.keys()) {
    if (after.size <= KEPT) break
    after.delete(id)
  }
  return after
}

export function readOpened(keep: Keep): Opened {
  try {
    const stored: unknown = JSON.parse(keep.getItem(KEY) ?? "[]")
    if (!Array.isArray(stored)) return new Map()
    return new Map(
      stored.flatMap((pair): [AgentId, boolean][] =>
        Array.isArray(pair) && typeof pair[0] === "string" && typeof pair[1] === "boolean" ? [[pair[0] as AgentId, pair[1]]] : [],
      ),
    )
  } catch {
    return new Map()
  }
}

export function writeOpened(keep: Keep, opened: Opened): void {
  try {
    keep.setItem(KEY, JSON.stringify([...opened]))
  } catch {
    // A full or forbidden store: the tree is as at first after the next start.
  }
}
