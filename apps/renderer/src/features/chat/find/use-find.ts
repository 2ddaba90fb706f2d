// Owns: looking through a whole conversation while the words are typed, and taking the reader to what is found.

import type { AgentId } from "@kibitz/contract"
import { wordsPattern } from "@kibitz/domain"
import { useCallback, useEffect, useMemo, useState } from "react"
import type { Transcript } from "../../../kernel/replica/open-transcript.ts"
import type { HasReplica } from "../../../kernel/session/offers.ts"
import { useSession } from "../../../kernel/session/session-context.ts"
import { type Find, searchFor, stepped, withFound } from "./find.ts"

const PAUSE_MS = 120

export type FindHandle = {
  readonly find: Find | null
  readonly pattern: RegExp | null
  /** Where the reader is to be taken; another value each time. */
  readonly target: { readonly key: string } | null
  open(): void
  close(): void
  type(text: string): void
  /** These words, at the line with this key; null: at the newest. */
  seek(text: string, key: string | null): void
  step(way: "up" | "down"): void
}

export function useFind(agentId: AgentId, transcript: Transcript | null): FindHandle {
  const { replica } = useSession<HasReplica>()
  const [find, setFind] = useState<Find | null>(null)
  const [target, setTarget] = useState<{ readonly key: string } | null>(null)
  const text = find?.text ?? ""

  useEffect(() => {
    if (text.trim() === "") return
    let isOver = false
    const look = async (): Promise<void> => {
      for (let before: Find["older"] = "end"; before !== null && !isOver; ) {
        const found = await replica.find(agentId, text.trim(), before === "end" ? null : before)
        if (isOver) return
        // Without a connection there is nothing to go on with; what was found stays.
        before = found?.older ?? null
        setFind((so) => so && withFound(so, found ?? { lines: [], older: null }))
      }
    }
    const timer = setTimeout(() => void look(), PAUSE_MS)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [replica, agentId, text])

  const line = find?.at === null || find === null ? null : (find.lines[find.at] ?? null)
  useEffect(() => {
    if (!transcript || line === null) return setTarget(null)
    let isOver = false
    void transcript.show(line).then((isThere) => {
      if (isThere && !isOver) setTarget({ key: line.key })
    })
    return () => {
      isOver = true
    }
  }, [transcript, line])

  const pattern = useMemo(() => (text.trim() === "" ? null : wordsPattern(text)), [text])
  return {
    find,
    pattern,
    target,
    open: useCallback(() => setFind((so) => so ?? searchFor("")), []),
    close: useCallback(() => setFind(null), []),
    seek: useCallback((words, key) => setFind(searchFor(words, key)), []),
    type: useCallback((next) => setFind((so) => (so?.text === next ? so : searchFor(next))), []),
    step: useCallback((way) => setFind((so) => so && stepped(so, way)), []),
  }
}
