// Owns: the banner for what stops the line, and one toast for what blocks. Neither takes the focus, moves what the user writes in, or lies over it.
// Nothing can be answered here: both only lead there.

import type { AgentId, AttentionItem } from "@kibitz/contract"
import { X } from "lucide-react"
import { useRef } from "react"
import { nameOf } from "../../kernel/agents/agent-names.ts"
import { askingGlyph } from "../../kernel/agents/status-glyphs.ts"
import { useWaiting } from "../../kernel/attention/use-waiting.ts"
import { useWorld } from "../../kernel/session/session-context.ts"
import { StatusGlyph } from "../../kernel/ui/status-glyph.tsx"
import { itemLine, kindWord } from "../../kernel/words/attention-copy.ts"
import { lay } from "./lay.ts"
import { stopLine } from "./stop-line.ts"
import "./toasts.css"
import { Undo } from "./undo.tsx"
import { useKeptInPlace, useToasts } from "./use-toasts.ts"

type ToastsProps = {
  /** Whose chat has the keys. */
  focused: AgentId | null
  /** Anything that is another value when the user has gone elsewhere. */
  place: unknown
  onOpen(item: AttentionItem): void
}

export function Toasts({ focused, place, onOpen }: ToastsProps) {
  const { banner, toast, tell } = useToasts({ focused, place })
  const [stop] = banner
  const [first] = toast
  return (
    <>
      {/* Always there: a region that comes with its words is not read out by every reader. */}
      <div role="alert" className="stop-region">
        {stop && (
          <Banner
            item={stop}
            more={banner.length - 1}
            isHere={stop.agentId === focused}
            onOpen={onOpen}
            onClose={() => tell({ kind: "put-away", what: "banner" })}
          />
        )}
      </div>
      <Undo />
      {first && (
        <ToastCard
          item={first}
          more={toast.length - 1}
          onOpen={onOpen}
          onClose={() => tell({ kind: "put-away", what: "toast" })}
        />
      )}
    </>
  )
}

type CardProps = { item: AttentionItem; more: number; onOpen(item: AttentionItem): void; onClose(): void }

/** Where the user is already, its card is in view. */
function Banner({ item, more, isHere, onOpen, onClose }: CardProps & { isHere: boolean }) {
  const name = useName(item)
  const waiting = useWaiting(item)
  return (
    <div className="stop-banner" data-testid="stop-banner">
      <StatusGlyph status="needs-you" />
      <span className="stop-what">
        <bdi>{stopLine(item, name, waiting + 1)}</bdi>
        {more > 0 && ` And ${more} more.`}
      </span>
      {!isHere && (
        <button type="button" className="stop-go" onClick={() => onOpen(item)}>
          Go there
        </button>
      )}
      <button
        type="button"
        className="stop-close"
        aria-label="Hide; it goes on waiting"
        title="Hide; it goes on waiting"
        onClick={onClose}
      >
        <X size="0.8125rem" aria-hidden />
      </button>
    </div>
  )
}

/** Reached by the rail and by the key for the next; here only the pointer can, and the focus stays where it is. */
function ToastCard({ item, more, onOpen, onClose }: CardProps) {
  const name = useName(item)
  const element = useRef<HTMLDivElement>(null)
  useKeptInPlace(() => lay(element.current, ".toast-undo"))
  return (
    <div ref={element} className="toast" data-testid="toast" aria-hidden onMouseDown={(event) => event.preventDefault()}>
      <StatusGlyph status={askingGlyph(item)} />
      <p className="toast-what">
        <span className="toast-who">
          {kindWord(item)} · <bdi>{name}</bdi>
          {more > 0 && ` and ${more} more`}
        </span>
        <span className="toast-line">{itemLine(item)}</span>
      </p>
      <button type="button" className="button button-small" tabIndex={-1} onClick={() => onOpen(item)}>
        Go there
      </button>
      <button type="button" className="icon-button" tabIndex={-1} title="Hide; it goes on waiting" onClick={onClose}>
        <X size="0.8125rem" aria-hidden />
      </button>
    </div>
  )
}

function useName(item: AttentionItem): string {
  return useWorld(({ world }) => (world ? nameOf(world, item.agentId) : ""))
}
