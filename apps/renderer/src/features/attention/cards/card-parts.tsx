// Owns: what several cards are made of: the text to be decided about, facts, who waits, and buttons with their keys.
import { type ReactNode, type Ref, useState } from "react"
import { useCard } from "../../../kernel/attention/card-tools.ts"
import { ChangeButton } from "../../../kernel/controls/change-button.tsx"
import { useShownKey } from "../../../kernel/keyboard/use-keys.ts"
import type { ActionId } from "../../../kernel/keys/actions.ts"
import { visibleText } from "../../../kernel/markdown/visible.ts"
import "./card-parts.css"
import "./card-actions.css"

/** Exactly what would happen, as plain text. `beside`: where it would. */
export function Exact({ text, label, beside }: { text: string; label: string; beside?: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="card-exact" tabIndex={0} aria-label={label}>
      <pre dir="ltr">{visibleText(text)}</pre>
      {beside}
    </section>
  )
}

/** In a narrow chat what is less often needed is folded, so that the card leaves room for what was said. */
export function Facts({ children }: { children: ReactNode }) {
  const [isWhole, setWhole] = useState(false)
  return (
    <>
      <dl className="card-facts" data-whole={isWhole || undefined}>
        {children}
      </dl>
      <button type="button" className="card-more" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
        {isWhole ? "Less" : "More"}
      </button>
    </>
  )
}

/** `isLesser`: the first to be folded where there is little room. */
export function Fact({ name, isLesser = false, children }: { name: ReactNode; isLesser?: boolean; children: ReactNode }) {
  return (
    <div className={isLesser ? "fact-lesser" : undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

type ActionProps = {
  children: ReactNode
  /** What it is about, for those who do not see the card around it. */
  about?: string
  /** Whose key presses it while the focus is in the card. */
  by?: ActionId
  tone?: "primary" | "danger" | "plain" | "quiet"
  isOpen?: boolean
  isDisabled?: boolean
  /** It leads somewhere and answers nothing: also where nothing can be answered. */
  isWay?: boolean
  testId?: string
  ref?: Ref<HTMLButtonElement>
  onAct(): void
}

export function Action(props: ActionProps) {
  return props.by === undefined ? <Button {...props} letter="" /> : <KeyedButton {...props} by={props.by} />
}

function KeyedButton({ by, ...props }: ActionProps & { by: ActionId }) {
  const letter = useShownKey(by)
  return <Button {...props} letter={letter} />
}

function Button(props: ActionProps & { letter: string }) {
  const { children, about, letter, tone = "plain", isOpen, isDisabled = false, isWay = false, testId, ref, onAct } = props
  const { act, isBusy } = useCard()
  const Pressed = isWay ? "button" : ChangeButton
  return (
    <Pressed
      ref={ref}
      type="button"
      className={`button ${tone === "plain" ? "" : `button-${tone}`}`}
      data-testid={testId}
      aria-expanded={isOpen}
      disabled={isDisabled}
      aria-disabled={isBusy || undefined}
      aria-keyshortcuts={letter || undefined}
      onClick={isBusy ? undefined : act(onAct)}
    >
      {letter !== "" && <kbd aria-hidden>{letter}</kbd>}
      <span>
        {children}
        {about !== undefined && <span className="visually-hidden"> {about}</span>}
      </span>
    </Pressed>
  )
}

/** What sends what is chosen or written. */
export function SubmitKey() {
  const key = useShownKey("answer")
  return key === "" ? null : <kbd aria-hidden>{key}</kbd>
}

export function CardActions({ children, ref }: { children: ReactNode; ref?: Ref<HTMLDivElement> }) {
  return (
    <div ref={ref} className="card-actions">
      {children}
    </div>
  )
}
