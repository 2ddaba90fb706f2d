// Owns: from a pressed key to what is done. Whoever can do something says so here, for where the focus is.

import { type RefObject, useLayoutEffect, useRef } from "react"
import { useStore } from "zustand"
import type { Place } from "../keys/action.ts"
import { type ActionId, actionOf } from "../keys/actions.ts"
import { type Bindings, keyOf, match } from "../keys/bindings.ts"
import { type KeyStore, keyStoreOf } from "../keys/key-store.ts"
import { PASS } from "../keys/registry.ts"
import { shown } from "../keys/shown.ts"
import type { Asks, HasKeep } from "../session/offers.ts"
import { useSession } from "../session/session-context.ts"

/** `isRepeat`: the key is held down; told only to actions that go on while it is. */
export type Handler = (press: { readonly isRepeat: boolean }) => unknown
export type Handlers = Readonly<Partial<Record<ActionId, Handler>>>

type Options = {
  /** The element that has to hold the focus; without one, the whole window. */
  readonly within?: RefObject<HTMLElement | null>
  readonly isActive?: boolean
  /** Its keys are heard while nothing has the focus, as when the button that had it is gone; it has the focus from then on. */
  readonly takesStray?: boolean
}

/** What is nearer to the focus is asked first: a card before the window. Heard from the moment it can be seen, hence before it is painted. */
export function useKeys(handlers: Handlers, place: Place, { within, isActive = true, takesStray = false }: Options = {}): void {
  const store = useKeyStore()
  const { refuse } = useSession<Asks>()
  const latest = useRef(handlers)
  useLayoutEffect(() => {
    latest.current = handlers
  })
  useLayoutEffect(() => {
    if (!isActive) return
    const home: HTMLElement | Window | null = within ? within.current : window
    const onKeyDown = (event: Event) => {
      if (event instanceof KeyboardEvent) press(store, latest.current, place, event, { home: within?.current ?? null, refuse })
    }
    home?.addEventListener("keydown", onKeyDown)
    return () => home?.removeEventListener("keydown", onKeyDown)
  }, [store, refuse, place, within, isActive])
  useLayoutEffect(() => {
    if (!isActive || !takesStray) return
    const onKeyDown = (event: KeyboardEvent) => {
      const home = within?.current
      if (!home || event.target !== document.body || event.defaultPrevented || isUnderDialog()) return
      const id = match(store.bindings.getState(), event, place, false, store.os)
      // Any other key, as Tab, goes on from where the user was.
      if (id === null || latest.current[id] === undefined) return
      home.focus({ preventScroll: true })
      press(store, latest.current, place, event, { home, refuse })
    }
    // Nearer than the window, where the frame listens.
    document.addEventListener("keydown", onKeyDown)
    return () => document.removeEventListener("keydown", onKeyDown)
  }, [store, refuse, place, within, isActive, takesStray])
}

type Press = Parameters<typeof match>[1] &
  Pick<KeyboardEvent, "target" | "defaultPrevented" | "repeat"> & { preventDefault(): void }

type PressOptions = {
  readonly home?: EventTarget | null
  /** Whether it cannot be done here at all, which has then been said. */
  refuse?(id: ActionId): boolean
}

/** Gives back what was done; null when the key was none of these, or was already somebody's. */
export function press(
  store: KeyStore,
  handlers: Handlers,
  place: Place,
  event: Press,
  { home = null, refuse = () => false }: PressOptions = {},
): ActionId | null {
  if (event.defaultPrevented || (event.target !== home && isForControl(event))) return null
  const id = match(store.bindings.getState(), event, place, isTyping(event.target), store.os)
  // Escape closes what lies over the window first; prevented, the browser would not.
  if (id === "zoom-out" && isUnderDialog()) return null
  const handler = id === null ? undefined : handlers[id]
  if (id === null || !handler) return null
  // A key held down must not answer, join or start twice (U14); nor may it go on to somebody else.
  const isIdle = event.repeat && !actionOf(id).repeats
  if (!isIdle && !refuse(id) && handler({ isRepeat: event.repeat }) === PASS) return null
  event.preventDefault()
  return isIdle ? null : id
}

/** Enter and Space press the button that has the focus. */
function isForControl({ key, target, ctrlKey, metaKey, altKey }: Press): boolean {
  if ((key !== "Enter" && key !== " ") || ctrlKey || metaKey || altKey) return false
  return matches(
    target,
    "button, a[href], summary, select, input[type=checkbox], input[type=radio], [role=button], [role=option]",
  )
}

function isUnderDialog(): boolean {
  return typeof document !== "undefined" && document.querySelector("dialog:modal") !== null
}

export function isTyping(target: EventTarget | null): boolean {
  return matches(
    target,
    "input:not([type=checkbox], [type=radio], [type=range], [type=button]), textarea, select, [contenteditable]:not([contenteditable=false])",
  )
}

function matches(target: EventTarget | null, selector: string): boolean {
  return target !== null && "matches" in target && typeof target.matches === "function" && target.matches(selector) === true
}

export function useKeyStore(): KeyStore {
  return keyStoreOf(useSession<HasKeep>().keep)
}

export function useBindings(): Bindings {
  return useStore(useKeyStore().bindings)
}

/** The key of an action as it is written here, for a tooltip; empty when it has none. */
export function useShownKey(id: ActionId): string {
  const { os } = useKeyStore()
  const key = keyOf(useBindings(), id, os)
  return key === null ? "" : shown(key, os)
}

/** "Settings (Ctrl+,)", for a button's title. */
export function useTitleWithKey(title: string, id: ActionId): string {
  const key = useShownKey(id)
  return key === "" ? title : `${title} (${key})`
}
