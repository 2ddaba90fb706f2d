// Owns: what the palette found, as a list of which only what is in view is drawn. The focus stays in the field.
import type { AgentId } from "@kibitz/contract"
import { agentStatus, findAgent } from "@kibitz/domain"
import { type ReactNode, useLayoutEffect, useRef, useState } from "react"
import { Virtualizer, type VirtualizerHandle } from "virtua"
import { askingGlyph, glyphOf, needsOf, wordOf } from "../../kernel/agents/status-glyphs.ts"
import { useAgent, useWorld } from "../../kernel/session/session-context.ts"
import { nowInstant } from "../../kernel/ui/clock.ts"
import { StatusGlyph } from "../../kernel/ui/status-glyph.tsx"
import type { Entry } from "./entries.ts"
import { pieces, type Ranked } from "./rank.ts"

export const optionId = (list: string, at: number) => `${list}-${at}`

type PaletteListProps = {
  id: string
  label: string
  found: readonly Ranked<Entry>[]
  at: number
  /** Said when there is nothing. */
  children: ReactNode
  onReach(at: number): void
  onPick(entry: Entry): void
}

/** Drawn at once, before anything is measured. */
const FIRST_ROWS = 14

export function PaletteList({ id, label, found, at, children, onReach, onPick }: PaletteListProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useRef<VirtualizerHandle>(null)
  const first = found[0]?.entry.key
  const isNew = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list begins at its top
  useLayoutEffect(() => {
    const wasNew = isNew.current
    isNew.current = false
    // It begins at its top by itself: to be taken there would have everything measured once more while the user waits for it.
    if (wasNew && at === 0) return
    rows.current?.scrollToIndex(at, { align: "nearest" })
    const reveal = () => document.getElementById(optionId(id, at))?.scrollIntoView({ block: "nearest" })
    reveal()
    // The text about an entry takes room from the list, and rows get their true height once they are measured: both move the reached row out of view.
    const resizes = new ResizeObserver(reveal)
    for (const part of [scroller.current, scroller.current?.firstElementChild]) if (part) resizes.observe(part)
    return () => resizes.disconnect()
  }, [id, at, first])
  return (
    <div ref={scroller} className="palette-list" id={id} role="listbox" aria-label={label} tabIndex={-1}>
      {found.length === 0 ? (
        <div className="palette-nothing">{children}</div>
      ) : (
        <Virtualizer ref={rows} scrollRef={scroller} data={found} keepMounted={[at]} ssrCount={FIRST_ROWS}>
          {({ entry, marks }, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's, which keeps the focus
            <div
              key={entry.key}
              id={optionId(id, index)}
              role="option"
              aria-selected={index === at}
              aria-disabled={entry.refusal !== null}
              aria-setsize={found.length}
              aria-posinset={index + 1}
              aria-keyshortcuts={entry.keys || undefined}
              tabIndex={-1}
              className={`palette-option ${entry.isDestructive ? "palette-destructive" : ""}`}
              data-key={entry.key}
              onMouseMove={() => index !== at && onReach(index)}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onPick(entry)}
            >
              <Row entry={entry} marks={marks} />
            </div>
          )}
        </Virtualizer>
      )}
    </div>
  )
}

function Row({ entry, marks }: Ranked<Entry>) {
  const { act, title, detail, aside, keys, isCommand, needsYou, refusal } = entry
  return (
    <>
      {act.kind === "agent" && <AgentGlyph agentId={act.agentId} needsYou={needsYou} />}
      <bdi className={isCommand ? "palette-title palette-command" : "palette-title"}>
        {pieces(title, marks).map(({ text, isMarked }, at) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces are the places in the title
          isMarked ? <mark key={at}>{text}</mark> : <span key={at}>{text}</span>,
        )}
      </bdi>
      <span className="palette-detail">{refusal ?? detail}</span>
      {needsYou > 0 && <span className="palette-needs">{needsYou === 1 ? "1 for you" : `${needsYou} for you`}</span>}
      {aside !== "" && (keys === "" ? <span className="palette-hint">{aside}</span> : <kbd aria-hidden>{aside}</kbd>)}
    </>
  )
}

function AgentGlyph({ agentId, needsYou }: { agentId: AgentId; needsYou: number }) {
  const [now] = useState(nowInstant)
  const glyph = useAgent(agentId, (agent) => glyphOf(agent, agentStatus(agent, now))) ?? "idle"
  const word = useAgent(agentId, (agent) => wordOf(agent, agentStatus(agent, now)))
  const asks = useWorld(({ world }) => {
    const agent = world && findAgent(world, agentId)
    return agent ? needsOf(world, agent)[0]?.kind : undefined
  })
  const needed = asks ? askingGlyph({ kind: asks }) : "needs-you"
  return <StatusGlyph status={needsYou > 0 ? needed : glyph} label={needsYou > 0 ? "needs you" : word} />
}
