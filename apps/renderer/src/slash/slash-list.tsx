import type { SlashItem } from "@kibitz/domain"
import { useEffect, useRef } from "react"
import "./slash.css"

export const SLASH_LIST_ID = "slash-list"
export const slashOptionId = (index: number) => `${SLASH_LIST_ID}-${index}`

type SlashListProps = { items: readonly SlashItem[]; picked: number | null; isName: boolean; onPick(index: number): void }

/** The focus stays in the field; the list only shows what the arrows and Tab would take. */
export function SlashList({ items, picked, isName, onPick }: SlashListProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (picked !== null) list.current?.children[picked]?.scrollIntoView({ block: "nearest" })
  }, [picked])
  return (
    <div
      className="slash-list"
      id={SLASH_LIST_ID}
      ref={list}
      role="listbox"
      aria-label={isName ? "Commands" : "Values"}
      tabIndex={-1}
    >
      {items.map(({ name, hint, help }, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's, which keeps the focus
        <div
          key={name}
          id={slashOptionId(index)}
          role="option"
          aria-selected={index === picked}
          tabIndex={-1}
          className="slash-option"
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPick(index)}
        >
          <span className="slash-name">{isName ? `/${name}` : name}</span>
          {help !== "" && <span className="slash-help">{help}</span>}
          {hint !== "" && <span className="slash-hint">{hint}</span>}
        </div>
      ))}
    </div>
  )
}
