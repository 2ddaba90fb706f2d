// Owns: what the keys of `shortcuts` do.
import { agentStatus, allAgents, findAgent } from "@kibitz/domain"
import { useLayoutEffect } from "react"
import { inOrder, nextItem } from "../attention/strip-state.ts"
import type { Session } from "./session.ts"
import { useSession } from "./session-context.ts"
import { isApple, type Shortcut, shortcutOf } from "./shortcuts.ts"

const regions = ["title", "transcript", "attention", "composer", "status"]

export function useShortcuts(): void {
  const session = useSession()
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const shortcut = shortcutOf(event, isApple, isTyping(event.target))
      if (!shortcut) return
      event.preventDefault()
      if (!event.repeat || shortcut === "larger" || shortcut === "smaller") run(session, shortcut)
    }
    addEventListener("keydown", onKeyDown)
    return () => removeEventListener("keydown", onKeyDown)
  }, [session])
}

function run(session: Session, shortcut: Shortcut): void {
  const { overlay } = session.screen.getState()
  switch (shortcut) {
    case "settings":
      return session.show(overlay?.kind === "settings" ? null : { kind: "settings", page: "models" })
    case "help":
      return session.show(overlay?.kind === "help" ? null : { kind: "help" })
    case "agents":
      return session.show(overlay?.kind === "agents" ? null : { kind: "agents" })
    case "attention":
      return goToAttention(session, 1)
    case "attention-back":
      return goToAttention(session, -1)
    case "stop":
      return stop(session)
    case "larger":
      return changeTextSize(session, (size) => size + 10)
    case "smaller":
      return changeTextSize(session, (size) => size - 10)
    case "normal":
      return changeTextSize(session, () => 100)
    case "next-region":
      return moveRegion(1)
    case "previous-region":
      return moveRegion(-1)
  }
}

function stop(session: Session): void {
  const { world } = session.replica.world.getState()
  const { agentId } = session.screen.getState()
  if (world && findAgent(world, agentId)?.turn) void session.ask({ type: "turn.interrupt", agentId })
}

/** From elsewhere to the one that is open; from inside it, to the next. Never a dead key (ux 2.6). */
export function goToAttention(session: Session, by: number): void {
  const { world } = session.replica.world.getState()
  if (!world) return
  const items = inOrder(world.attention)
  if (items.length === 0) {
    const working = allAgents(world).filter((agent) => agentStatus(agent) === "working").length
    return session.remark(`Nobody needs you. ${working} working.`, "quiet")
  }
  const { unfolded } = session.screen.getState()
  const open = unfolded === "none" ? null : (items.find(({ id }) => id === unfolded) ?? items[0])
  const isInside = document.activeElement?.closest("[data-region=attention]") !== null
  const next = open && !isInside ? open.id : nextItem(items, open?.id ?? null, by)
  session.show(null)
  session.unfold(next)
  // Once it is drawn.
  setTimeout(() => document.querySelector<HTMLElement>("[data-card-heading]")?.focus())
}

export function changeTextSize(session: Session, change: (size: number) => number): void {
  const { world } = session.replica
  const size = world.getState().world?.settings.textSize
  if (size === undefined) {
    // The window is up before the host is: a key pressed in between is kept, not lost.
    const stop = world.subscribe((state) => {
      if (!state.world) return
      stop()
      changeTextSize(session, change)
    })
    return
  }
  const textSize = Math.min(200, Math.max(80, change(size)))
  if (textSize !== size) void session.ask({ type: "settings.change", patch: { textSize } })
}

function moveRegion(by: number): void {
  const elements = regions.flatMap((name) => document.querySelector<HTMLElement>(`[data-region=${name}]`) ?? [])
  const at = elements.findIndex((element) => element.contains(document.activeElement))
  const next = elements.at((at + by + elements.length) % elements.length)
  const target = next?.matches("[tabindex], textarea")
    ? next
    : (next?.querySelector<HTMLElement>("[data-card-heading]") ?? next?.querySelector<HTMLElement>("button, a[href], [tabindex]"))
  target?.focus()
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches("input, textarea, select, [contenteditable]")
}
