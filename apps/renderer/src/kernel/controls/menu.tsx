// Owns: a small menu: arrows move, Enter chooses, Escape and a click elsewhere close, and the focus goes back to where it was.
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react"
import { ChangeButton } from "./change-button.tsx"
import "./menu.css"

export type MenuEntry = {
  readonly key: string
  readonly face: ReactNode
  readonly text: string
  /** Asks for a change of the project. */
  readonly changes?: true
  act(): void
}
type MenuProps = {
  label: string
  entries: readonly MenuEntry[]
  className?: string
  style?: React.CSSProperties
  note?: string | null
  onClose(): void
}

export function Menu({ label, entries, className = "", style, note = null, onClose }: MenuProps) {
  const list = useRef<HTMLDivElement>(null)
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  useEffect(() => {
    const element = list.current
    const before = document.activeElement
    element?.querySelector<HTMLElement>("[role=menuitem]")?.focus()
    const onPointerDown = ({ target }: PointerEvent) => {
      if (target instanceof Node && !element?.parentElement?.contains(target)) close.current()
    }
    document.addEventListener("pointerdown", onPointerDown, true)
    return () => {
      document.removeEventListener("pointerdown", onPointerDown, true)
      const isLost = document.activeElement === document.body || element?.contains(document.activeElement)
      if (isLost && before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  return (
    <div
      ref={list}
      role="menu"
      tabIndex={-1}
      aria-label={label}
      className={`menu ${className}`}
      style={style}
      data-scrolls
      data-not-map
      onKeyDown={(event) => walk(event, entries, onClose)}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget instanceof Node && !list.current?.contains(relatedTarget)) onClose()
      }}
    >
      {entries.map(({ key, face, changes, act }) => {
        const Item = changes ? ChangeButton : "button"
        return (
          <Item
            key={key}
            type="button"
            role="menuitem"
            tabIndex={-1}
            className="menu-item"
            onClick={() => {
              onClose()
              act()
            }}
          >
            {face}
          </Item>
        )
      })}
      {note !== null && <p className="menu-note">{note}</p>}
    </div>
  )
}

function walk(event: KeyboardEvent<HTMLDivElement>, entries: readonly MenuEntry[], onClose: () => void): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>("[role=menuitem]")]
  const at = items.indexOf(document.activeElement as HTMLElement)
  const to = target(event.key, at, items.length, entries)
  if (event.key === "Escape" || event.key === "Tab") {
    if (event.key === "Escape") event.preventDefault()
    event.stopPropagation()
    return onClose()
  }
  // Keys of a menu are its own: none of them may move the map.
  event.stopPropagation()
  if (to === null) return
  event.preventDefault()
  items[to]?.focus()
}

function target(key: string, at: number, count: number, entries: readonly MenuEntry[]): number | null {
  if (key === "ArrowDown") return (at + 1) % count
  if (key === "ArrowUp") return (at - 1 + count) % count
  if (key === "Home") return 0
  if (key === "End") return count - 1
  if (key.length !== 1 || key === " ") return null
  for (let step = 1; step <= count; step++) {
    const next = (at + step) % count
    if (entries[next]?.text.toLowerCase().startsWith(key.toLowerCase())) return next
  }
  return null
}
