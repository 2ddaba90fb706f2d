// Owns: the field in which one looks for words in this conversation. Enter goes up, to what was said before: the newest is found first.
import { FIND_TEXT_LIMIT } from "@kibitz/contract"
import { ChevronDown, ChevronUp, X } from "lucide-react"
import { type KeyboardEvent, useEffect, useRef } from "react"
import { useShownKey } from "../../../kernel/keyboard/use-keys.ts"
import { directionOf } from "../../../kernel/ui/direction.ts"
import { type Find, findLine } from "./find.ts"
import "./find.css"

type FindBarProps = {
  find: Find
  /** Changes each time the key is pressed: the words are selected anew. */
  asked: number
  onType(text: string): void
  onStep(way: "up" | "down"): void
  onClose(): void
}

export function FindBar({ find, asked, onType, onStep, onClose }: FindBarProps) {
  const field = useRef<HTMLInputElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time it is asked for
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [asked])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const way = wayOf(event)
    if (way === null) return
    event.preventDefault()
    onStep(way)
  }
  const canStep = find.lines.length > 0
  const key = useShownKey("find-here")
  return (
    <search className="find-bar" data-testid="find" aria-label="Find in this chat">
      <input
        ref={field}
        type="text"
        value={find.text}
        maxLength={FIND_TEXT_LIMIT}
        dir={directionOf(find.text)}
        placeholder="Find in this chat"
        aria-label="Find in this chat"
        spellCheck={false}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <output className="find-count" data-testid="find-count">
        {findLine(find)}
      </output>
      <button
        type="button"
        className="icon-button"
        aria-label="Previous, further up"
        title="Previous, further up (Enter)"
        disabled={!canStep}
        onClick={() => onStep("up")}
      >
        <ChevronUp size="1rem" aria-hidden />
      </button>
      <button
        type="button"
        className="icon-button"
        aria-label="Next, further down"
        title="Next, further down (Shift+Enter)"
        disabled={!canStep}
        onClick={() => onStep("down")}
      >
        <ChevronDown size="1rem" aria-hidden />
      </button>
      <button
        type="button"
        className="icon-button"
        aria-label="Close find"
        title={key === "" ? "Close (Esc)" : `Close (Esc; ${key} opens it)`}
        onClick={onClose}
      >
        <X size="1rem" aria-hidden />
      </button>
    </search>
  )
}

function wayOf({ key, shiftKey }: KeyboardEvent): "up" | "down" | null {
  if (key === "Enter") return shiftKey ? "down" : "up"
  return key === "ArrowUp" ? "up" : key === "ArrowDown" ? "down" : null
}
