// Owns: reading the audit log page by page, newest first, for as long as the reader asks for more.

import type { AuditEntry, AuditFilter } from "@kibitz/contract"
import { useEffect, useRef, useState } from "react"
import type { Reads } from "../../kernel/session/offers.ts"
import { useSession } from "../../kernel/session/session-context.ts"

const PAGE = 200

export type AuditList = {
  readonly entries: readonly AuditEntry[]
  readonly isLoading: boolean
  readonly hasOlder: boolean
  readonly problem: string | null
  loadOlder(): void
  refresh(): void
}

type State = { entries: readonly AuditEntry[]; older: number | null; isLoading: boolean; problem: string | null }

/** `filter` must stay the same object as long as it says the same. */
export function useAuditList(filter: AuditFilter): AuditList {
  const session = useSession<Reads>()
  const [state, setState] = useState<State>({ entries: [], older: null, isLoading: true, problem: null })
  const asking = useRef(0)

  const load = (before: number | null, kept: readonly AuditEntry[]) => {
    const turn = ++asking.current
    setState((now) => ({ ...now, isLoading: true, problem: null }))
    void session.audit(filter, before, PAGE).then((answer) => {
      if (turn !== asking.current) return
      if (!answer.ok) return setState((now) => ({ ...now, isLoading: false, problem: answer.rejection.message }))
      const { entries, older } = answer.page
      setState({ entries: [...kept, ...entries], older, isLoading: false, problem: null })
    })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: another filter begins at the newest entry
  useEffect(() => load(null, []), [session, filter])

  return {
    entries: state.entries,
    isLoading: state.isLoading,
    hasOlder: state.older !== null,
    problem: state.problem,
    loadOlder: () => {
      if (!state.isLoading && state.older !== null) load(state.older, state.entries)
    },
    refresh: () => load(null, []),
  }
}
