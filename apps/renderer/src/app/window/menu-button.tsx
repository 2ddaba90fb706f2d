// Owns: the way to the menu where the system has no bar of its own for it (ux 1.1): a button, and the key that opens menus there.

import { Menu } from "lucide-react"
import { useEffect, useRef } from "react"
import { thisOs } from "../../kernel/keys/chord.ts"
import type { HasShell } from "../../kernel/session/offers.ts"
import { useSession } from "../../kernel/session/session-context.ts"
import "./window.css"

export function MenuButton() {
  const { shell } = useSession<HasShell>()
  return shell.isThere && thisOs !== "apple" ? <Button /> : null
}

function Button() {
  const { shell } = useSession<HasShell>()
  const element = useRef<HTMLButtonElement>(null)
  const open = () => {
    if (element.current) shell.showMenu(element.current)
  }
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isPlain = !event.ctrlKey && !event.altKey && !event.shiftKey && !event.metaKey
      if (event.key !== "F10" || !isPlain || event.repeat || !element.current) return
      event.preventDefault()
      shell.showMenu(element.current)
    }
    addEventListener("keydown", onKeyDown)
    return () => removeEventListener("keydown", onKeyDown)
  }, [shell])
  return (
    <button
      ref={element}
      type="button"
      className="menu-button"
      data-testid="menu"
      aria-label="Menu"
      aria-haspopup="menu"
      title="Menu (F10)"
      onClick={open}
    >
      <Menu size="1rem" aria-hidden />
    </button>
  )
}
