// Owns: what several cards are made of: the text to be decided about, facts, and buttons with their letters.
import type { ReactNode, Ref } from "react"
import { visibleText } from "../markdown/visible.ts"
import { useCard } from "./card.tsx"

/** Exactly what would happen, as plain text. */
export function Exact({ text, label }: { text: string; label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="card-exact" tabIndex={0} aria-label={label}>
      <pre dir="ltr">{visibleText(text)}</pre>
    </section>
  )
}

export function Facts({ children }: { children: ReactNode }) {
  return <dl className="card-facts">{children}</dl>
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

type ActionProps = {
  children: ReactNode
  /** What it is about, for those who do not see the card around it. */
  about?: string
  letter?: string
  tone?: "primary" | "danger" | "plain" | "quiet"
  isOpen?: boolean
  isDisabled?: boolean
  ref?: Ref<HTMLButtonElement>
  onAct(): void
}

export function Action({ children, about, letter, tone = "plain", isOpen, isDisabled = false, ref, onAct }: ActionProps) {
  const { act, isBusy } = useCard()
  return (
    <button
      ref={ref}
      type="button"
      className={`button ${tone === "plain" ? "" : `button-${tone}`}`}
      aria-expanded={isOpen}
      disabled={isDisabled}
      aria-disabled={isBusy || undefined}
      aria-keyshortcuts={letter}
      onClick={isBusy ? undefined : act(onAct)}
    >
      {letter !== undefined && <kbd aria-hidden>{letter}</kbd>}
      <span>
        {children}
        {about !== undefined && <span className="visually-hidden"> {about}</span>}
      </span>
    </button>
  )
}

export function CardActions({ children }: { children: ReactNode }) {
  return <div className="card-actions">{children}</div>
}
