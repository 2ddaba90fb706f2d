// Owns: the state of an open palette: what is typed, what that finds, which one the arrows have reached, and on whom it acts.

import type { AgentId, World } from "@kibitz/contract"
import { completeSlash, findAgent } from "@kibitz/domain"
import { useMemo, useState } from "react"
import { useBindings, useKeyStore } from "../../kernel/keyboard/use-keys.ts"
import type { ActionId } from "../../kernel/keys/actions.ts"
import type { HasKeep } from "../../kernel/session/offers.ts"
import { useSession, useWorldNow } from "../../kernel/session/session-context.ts"
import {
  agentEntries,
  commandEntries,
  completionEntries,
  type Entry,
  goingTo,
  namesOf,
  type Offer,
  slashEntries,
} from "./entries.ts"
import { type Ranked, rank } from "./rank.ts"
import { readRecent } from "./recent.ts"
import { type PaletteMode, readField, type Source } from "./sources.ts"

export type PaletteFacts = {
  readonly mode: PaletteMode
  /** On whom it acts at first. */
  readonly scope: AgentId
  offers(id: ActionId): boolean
  refuses(id: ActionId): string | null
  readonly closed: string | null
  readonly pages: Offer["pages"]
}

export type PaletteState = {
  /** As it was when the palette was opened: a list that is being read does not change under the eye. */
  readonly world: World | null
  readonly text: string
  readonly source: Source
  readonly query: string
  readonly found: readonly Ranked<Entry>[]
  readonly at: number
  readonly ghost: string
  readonly scope: AgentId
  readonly scopeName: string
  readonly isPickingScope: boolean
  /** Why the last choice was refused, while nothing else has been typed. */
  readonly refusal: string | null
  write(text: string): void
  reach(at: number): void
  pickScope(isPicking: boolean): void
  actOn(agentId: AgentId): void
  refuse(why: string): void
}

const nothing = { items: [], ghost: "" }

/** One letter is the beginning of too many. */
const LEAST_OF_NAME = 2

export function usePalette({ mode, scope: first, offers, refuses, closed, pages }: PaletteFacts): PaletteState {
  const { keep } = useSession<HasKeep>()
  const worldNow = useWorldNow()
  const [world] = useState(worldNow)
  const [text, setText] = useState("")
  const [reached, setReached] = useState(0)
  const [scope, setScope] = useState(first)
  /** What was typed before the scope was to be changed; null: it is not being changed. */
  const [put, setPut] = useState<string | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const recent = useMemo(() => readRecent(keep), [keep])
  const isPickingScope = put !== null
  const field = readField(text, isPickingScope ? "agents" : mode)
  const source = isPickingScope ? "agents" : field.source
  const query = isPickingScope ? text : field.query
  const scopeName = (world && findAgent(world, scope)?.name) ?? "Jake"
  const entries = useEntries({ source, world, offers, refuses, closed, pages, scopeName })
  const slash = source === "slash" ? completeSlash(query) : nothing
  const isName = source === "commands" && query.trim().length >= LEAST_OF_NAME
  const names = useMemo(() => (world && isName ? namesOf(world) : []), [world, isName])
  const found = useMemo(() => {
    if (source !== "slash") {
      const fitting = rank(entries, query, recent)
      return world && names.length > 0 ? [...fitting, ...goingTo(world, names, query)] : fitting
    }
    const typed = /\S*$/.exec(query)?.[0] ?? ""
    return completionEntries(completeSlash(query).items, !/\s/.test(query), closed).map((entry) => ({
      entry,
      marks: entry.title.startsWith(typed) ? Array.from(typed, (_, at) => at) : [],
    }))
  }, [source, entries, query, recent, closed, world, names])

  function write(next: string): void {
    setText(next)
    setReached(0)
    setRefusal(null)
  }

  return {
    world,
    text,
    source,
    query,
    found,
    at: Math.min(reached, Math.max(0, found.length - 1)),
    ghost: slash.ghost,
    scope,
    scopeName,
    isPickingScope,
    refusal,
    write,
    reach: (at) => setReached(Math.min(found.length - 1, Math.max(0, at))),
    pickScope: (isPicking) => {
      setPut(isPicking ? text : null)
      write(isPicking ? "" : (put ?? ""))
    },
    actOn: (agentId) => {
      setScope(agentId)
      setPut(null)
      write(put ?? "")
    },
    refuse: setRefusal,
  }
}

type EntriesFacts = Omit<PaletteFacts, "mode" | "scope"> & { source: Source; world: World | null; scopeName: string }

/** Made only for what is shown: thousands of agents are nothing to those who look for a command. */
function useEntries({ source, world, offers, refuses, closed, pages, scopeName }: EntriesFacts): readonly Entry[] {
  const { os } = useKeyStore()
  const bindings = useBindings()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what can be done is asked once for each list, not with every letter
  return useMemo(() => {
    switch (source) {
      case "commands":
        return commandEntries({ bindings, os, offers, refuses, closed, pages, scopeName })
      case "agents":
        return world ? agentEntries(world) : []
      case "help":
        // What it does can be read, also where it cannot be done.
        return slashEntries(null)
      case "slash":
        return []
    }
  }, [source, world, bindings, os, closed, pages, scopeName])
}
