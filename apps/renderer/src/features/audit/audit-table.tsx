// Owns: the entries as lines under their headings, drawn only where they are seen, and getting about among them by keyboard.

import type { AgentId, AuditEntry, CallId } from "@kibitz/contract"
import { type KeyboardEvent, useRef, useState } from "react"
import { Virtualizer, type VirtualizerHandle } from "virtua"
import { match } from "../../kernel/keys/bindings.ts"
import { keyStoreOf } from "../../kernel/keys/key-store.ts"
import type { HasKeep } from "../../kernel/session/offers.ts"
import { useSession } from "../../kernel/session/session-context.ts"
import { useBarBeside } from "../../kernel/ui/bar-beside.ts"
import { moveFor } from "./audit-keys.ts"
import { AuditRow } from "./audit-row.tsx"

type AuditTableProps = {
  entries: readonly AuditEntry[]
  /** Said where there are none; null: not known yet. */
  none: string | null
  onGo(agentId: AgentId): void
  onCall(callId: CallId): void
  onEnd(): void
}

/** How near to the end older entries are asked for. */
const FETCH_AHEAD_PX = 600

export function AuditTable({ entries, none, onGo, onCall, onEnd }: AuditTableProps) {
  const { keep } = useSession<HasKeep>()
  const scroller = useRef<HTMLDivElement>(null)
  useBarBeside(scroller)
  const list = useRef<VirtualizerHandle>(null)
  const [opened, setOpened] = useState<number | null>(null)
  const [current, setCurrent] = useState<number | null>(null)
  const found = entries.findIndex(({ entry }) => entry === current)
  const at = Math.max(0, found)

  function moveTo(index: number): void {
    const entry = entries[index]
    if (!entry) return
    setCurrent(entry.entry)
    list.current?.scrollToIndex(index, { align: "nearest" })
    // After it has been drawn: it may have been out of sight.
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`[data-entry="${entry.entry}"]`)?.focus({ preventScroll: true }),
    )
  }

  function onKeyDown(event: KeyboardEvent): void {
    // Only on a line: in what is opened below one, the keys are those of the text there.
    if (!(event.target instanceof HTMLElement) || event.target.dataset.entry === undefined) return
    const { bindings, os } = keyStoreOf(keep)
    const move = moveFor(event, match(bindings.getState(), event.nativeEvent, "audit", false, os))
    if (move === null) return
    event.preventDefault()
    const agentId = entries[at]?.agentId
    if (move === "go") {
      if (agentId) onGo(agentId)
    } else if (move === "first") moveTo(0)
    else if (move === "last") moveTo(entries.length - 1)
    else moveTo(Math.min(entries.length - 1, Math.max(0, at + move)))
  }

  function onScroll(): void {
    const element = scroller.current
    if (element && element.scrollHeight - element.scrollTop - element.clientHeight < FETCH_AHEAD_PX) onEnd()
  }

  return (
    <section className="audit-entries" aria-label="Entries, newest first">
      <div className="audit-heads" aria-hidden>
        <span>Time</span>
        <span>Who</span>
        <span>Agent</span>
        <span>What</span>
        <span className="audit-axes">Axes</span>
        <span className="audit-phase">Phase</span>
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the lines inside, caught once for all */}
      <div ref={scroller} className="audit-scroller" onKeyDown={onKeyDown} onScroll={onScroll}>
        {entries.length === 0 && none !== null && (
          <p className="audit-none" role="status">
            {none}
          </p>
        )}
        <Virtualizer ref={list} as="ul" item="li">
          {entries.map((entry, index) => (
            <AuditRow
              key={entry.entry}
              entry={entry}
              isOpen={opened === entry.entry}
              isCurrent={index === at}
              onToggle={() => {
                setCurrent(entry.entry)
                setOpened((now) => (now === entry.entry ? null : entry.entry))
              }}
              onGo={onGo}
              onCall={onCall}
            />
          ))}
        </Virtualizer>
      </div>
    </section>
  )
}
