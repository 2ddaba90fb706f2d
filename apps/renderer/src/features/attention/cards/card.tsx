// Owns: the frame of every card: its head with whose posture it is about, the keys that act only while the focus is inside and never in a text
// field (card law 2), and that it is entered at its heading (card law 4).

import type { AgentId, AttentionItem, Instant } from "@kibitz/contract"
import { ChevronDown, Clock } from "lucide-react"
import { type KeyboardEvent, type ReactNode, use, useId, useRef, useState } from "react"
import { askingGlyph } from "../../../kernel/agents/status-glyphs.ts"
import { CardContext, type CardTools, CardWatchContext, useCardTools } from "../../../kernel/attention/card-tools.ts"
import { ChangeButton, useClosed } from "../../../kernel/controls/change-button.tsx"
import { type Handlers, press, useKeyStore, useShownKey } from "../../../kernel/keyboard/use-keys.ts"
import { type ActionId, optionIds } from "../../../kernel/keys/actions.ts"
import { PostureFace } from "../../../kernel/posture/face.tsx"
import type { Asks } from "../../../kernel/session/offers.ts"
import { useSession } from "../../../kernel/session/session-context.ts"
import { useTold } from "../../../kernel/ui/clock.ts"
import { StatusGlyph } from "../../../kernel/ui/status-glyph.tsx"
import { waitedWords } from "../../../kernel/words/attention-copy.ts"
import { SnoozeRow, type SnoozeUntil } from "./snooze-row.tsx"
import "./card-rows.css"
import "./card.css"

/** What the card's own keys do; the user may have given them other letters. */
export type CardKeys = Readonly<
  Partial<Record<Extract<ActionId, `approve${string}` | `deny${string}`>, (tools: CardTools) => void>>
>

type CardProps = {
  tone?: "routine" | "danger"
  icon?: ReactNode
  heading: ReactNode
  agentId: AgentId | null
  /** What can be put off; a batch is put off as one. */
  item: AttentionItem
  since: Instant
  keys?: CardKeys
  /** What can be chosen by its number, in that order. */
  options?: readonly (() => void)[]
  /** What Escape takes back inside the card, when there is something. */
  onEscape?: (() => void) | undefined
  children: ReactNode
}

export function Card(props: CardProps) {
  const { tone = "routine", icon, heading, agentId, item, since, children } = props
  const headingId = useId()
  const element = useRef<HTMLFieldSetElement>(null)
  const watch = use(CardWatchContext)
  const [refusal, setRefusal] = useState<string | null>(null)
  const tools = useCardTools(element, setRefusal)
  const [isSnoozing, setSnoozing] = useState(false)
  const closed = useClosed()
  const reachKey = useShownKey("attention-next")
  const snoozeKey = useShownKey("snooze")
  const snooze = (until: SnoozeUntil) =>
    tools.act(() => tools.answer([item.id], { type: "attention.snooze", itemId: item.id, until }))()
  const onKeyDown = useCardKeys(props, tools, setRefusal, () => snooze(30))

  return (
    <CardContext value={tools}>
      <fieldset
        ref={element}
        aria-labelledby={headingId}
        className={`card card-${tone}`}
        data-testid={`card-${item.id}`}
        data-card={item.kind}
        data-listens={tools.listens}
        onKeyDown={onKeyDown}
      >
        <header className="card-head">
          {icon ?? <StatusGlyph status={askingGlyph(item)} />}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a card is entered at its heading, never at a button */}
          <h2 id={headingId} tabIndex={0} data-card-heading>
            {heading}
          </h2>
          <span className="card-meta">
            <span className="card-early" role="status">
              {tools.isEarly && "Too soon, not taken. Press again."}
            </span>
            <span className="card-reach">
              <kbd>{reachKey}</kbd> to reach it
            </span>
            <Waited since={since} />
            {agentId !== null && <PostureFace agentId={agentId} />}
          </span>
          <ChangeButton
            className="icon-button"
            aria-label="Snooze"
            aria-expanded={isSnoozing}
            title={`Snooze; it comes back by itself (${snoozeKey} for 30 minutes)`}
            onClick={tools.act(() => setSnoozing(!isSnoozing))}
          >
            <Clock size="0.875rem" aria-hidden />
          </ChangeButton>
          <button
            type="button"
            className="icon-button"
            aria-label="Fold"
            title="Fold; it goes on waiting"
            onClick={tools.act(watch.fold)}
          >
            <ChevronDown size="0.875rem" aria-hidden />
          </button>
        </header>
        {isSnoozing && <SnoozeRow agentId={item.agentId} onSnooze={snooze} />}
        {children}
        {closed !== null && <p className="card-closed">{closed}</p>}
        {refusal !== null && (
          <p className="card-refusal" role="alert">
            {refusal}
          </p>
        )}
      </fieldset>
    </CardContext>
  )
}

/** Said instead of a dead key. */
const CHOOSE_FIRST = "Nothing is chosen yet. Choose an answer, then go on."

function useCardKeys(
  { keys = {}, options = [], onEscape }: Pick<CardProps, "keys" | "options" | "onEscape">,
  tools: CardTools,
  say: (text: string) => void,
  snooze: () => void,
) {
  const store = useKeyStore()
  const { refuse } = useSession<Asks>()
  const answer = () => {
    if (!tools.submit(false)) say(CHOOSE_FIRST)
  }
  /** The button that has the focus, or what is chosen or written; then to the next. */
  function answerAndNext(target: EventTarget): void {
    if (target instanceof HTMLButtonElement) return tools.goingOn(() => target.click())
    if (!tools.submit(true)) say(CHOOSE_FIRST)
  }
  return (event: KeyboardEvent) => {
    const { key, nativeEvent, target, repeat } = event
    if (nativeEvent.isComposing || nativeEvent.defaultPrevented) return
    if (key === "Escape" && onEscape && !event.shiftKey) {
      event.preventDefault()
      event.stopPropagation()
      return onEscape()
    }
    const own = Object.entries(keys).map(([id, what]) => [id, () => tools.act(() => what(tools))()] as const)
    const choices = options.map((choose, at) => [optionIds[at] ?? "", tools.act(choose)] as const)
    const handlers: Handlers = {
      ...Object.fromEntries([...own, ...choices]),
      snooze,
      answer,
      "answer-and-next": () => answerAndNext(target),
    }
    // A key that is held repeats itself into whatever comes next.
    if (press(store, handlers, "card", nativeEvent, { refuse }) !== null || nativeEvent.defaultPrevented) return
    if (repeat && (key === "Enter" || key === " ")) event.preventDefault()
  }
}

function Waited({ since }: { since: Instant }) {
  const waited = useTold((now) => waitedWords(since, now))
  return waited === "" ? null : <span className="card-waited">waiting {waited}</span>
}
