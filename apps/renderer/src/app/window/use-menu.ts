// Owns: telling the shell what the menu says: every action, the user's own keys beside it, and whether anybody does it right now. The main window's
// alone: the menu is one for all windows, and acts in the one that has the focus.

import { useEffect } from "react"
import { keyStoreOf } from "../../kernel/keys/key-store.ts"
import { menuOf } from "../../kernel/keys/menu.ts"
import type { Session } from "../../kernel/session/offers.ts"

/** What can be done changes with where the user is, several times in one go; a menu is drawn anew only when they have arrived. */
const SETTLED_MS = 300

export function useMenu(session: Session): void {
  useEffect(() => {
    const { shell, commands, go, screen, keep, replica } = session
    if (shell.window.kind !== "main") return
    const { bindings, os } = keyStoreOf(keep)
    let told = ""
    let timer: ReturnType<typeof setTimeout> | undefined
    const tell = () => {
      if (screen.getState().line.kind !== "open") return
      const groups = menuOf(bindings.getState(), os, (id) => commands.offers(id) && session.refuses(id) === null)
      const text = JSON.stringify(groups)
      if (text === told) return
      told = text
      shell.menu(groups)
    }
    const soon = () => {
      clearTimeout(timer)
      timer = setTimeout(tell, SETTLED_MS)
    }
    soon()
    const onWorld = replica.world.subscribe(({ app }, before) => {
      if (app !== before.app) soon()
    })
    const stops = [bindings.subscribe(soon), go.view.subscribe(soon), screen.subscribe(soon), onWorld]
    return () => {
      clearTimeout(timer)
      for (const stop of stops) stop()
    }
  }, [session])
}
