// Owns: the list over a field with what the word under way could become. The focus stays in the field; the list only shows what the arrows and
// Tab would take.
import { type ReactNode, useEffect, useRef, useState } from "react"
import { Hint } from "../../../kernel/slash/hint.tsx"
import "../../../kernel/slash/slash.css"

export type Option = {
  readonly key: string
  readonly name: ReactNode
  readonly help: ReactNode
  /** Shown with the option that is picked. */
  readonly hint: string
}

type OptionListProps = {
  id: string
  label: string
  options: readonly Option[]
  picked: number | null
  onPick(index: number): void
}

export const optionId = (listId: string, index: number) => `${listId}-${index}`

export function OptionList({ id, label, options, picked, onPick }: OptionListProps) {
  const list = useRef<HTMLDivElement>(null)
  // A pointer that lies where the list comes up chooses nothing, and must not look as if it did.
  const [isPointed, setPointed] = useState(false)
  useEffect(() => {
    if (picked !== null) list.current?.children[picked]?.scrollIntoView({ block: "nearest" })
  }, [picked])
  return (
    <div
      className="slash-list"
      data-testid="options"
      data-pointed={isPointed ? "" : undefined}
      id={id}
      ref={list}
      role="listbox"
      aria-label={label}
      tabIndex={-1}
      onMouseMove={() => setPointed(true)}
    >
      {options.map(({ key, name, hint, help }, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's, which keeps the focus
        <div
          key={key}
          id={optionId(id, index)}
          role="option"
          aria-selected={index === picked}
          tabIndex={-1}
          className="slash-option"
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPick(index)}
        >
          <span className="slash-name">{name}</span>
          {help !== "" && <span className="slash-help">{help}</span>}
          {hint !== "" && (
            <span className="slash-hint">
              <Hint hint={hint} />
            </span>
          )}
        </div>
      ))}
    </div>
  )
}
