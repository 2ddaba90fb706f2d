// Owns: what the icon in the system's tray says and offers. Does not own: drawing it (Electron), what holding means (host).
import type { ShellFacts } from "@kibitz/host"
import type { MenuItemConstructorOptions } from "electron"

export type TrayFace = {
  readonly needYou: number
  readonly tip: string
  readonly template: MenuItemConstructorOptions[]
}
export type TrayIcon = { draw(face: TrayFace): void; onClick(heard: () => void): void; close(): void }

export type TrayNeeds = {
  /** Null where the system has no tray. */
  icon(): TrayIcon | null
  show(): void
  hold(): void
  goOn(): void
  quit(): void
  /** Returns how to cancel. */
  after?(ms: number, then: () => void): () => void
}

/** A menu that is drawn anew while it is open closes under the pointer on some systems; agents start and stop all the time. */
const SELDOM_MS = 2_000

export function trayKeeper({ after = afterTimeout, ...needs }: TrayNeeds): { facts(facts: ShellFacts): void; close(): void } {
  const icon = needs.icon()
  icon?.onClick(needs.show)
  let latest: ShellFacts | null = null
  let drawn = ""
  let cancel: (() => void) | null = null

  function draw(): void {
    cancel = null
    if (!latest || !icon) return
    const face = faceOf(latest, needs)
    const text = JSON.stringify(face)
    if (text === drawn) return
    drawn = text
    icon.draw(face)
    cancel = after(SELDOM_MS, draw)
  }

  return {
    facts(facts) {
      latest = facts
      if (cancel === null) draw()
    },
    close() {
      cancel?.()
      icon?.close()
    },
  }
}

export function faceOf(facts: ShellFacts, act: Pick<TrayNeeds, "show" | "hold" | "goOn" | "quit">): TrayFace {
  const { needYou, working, held, canHold } = facts
  const counts = [needYou === 1 ? "1 needs you" : `${needYou} need you`, `${working} working`]
  if (held > 0) counts.push(`${held} held`)
  const line = counts.join(" · ")
  const hold: MenuItemConstructorOptions = { label: "Hold all", enabled: canHold, click: () => act.hold() }
  const goOn: MenuItemConstructorOptions = { label: "Go on", click: () => act.goOn() }
  return {
    needYou,
    tip: `Kibitz: ${line}`,
    template: [
      { label: line, enabled: false },
      { type: "separator" },
      { label: "Show Kibitz", click: () => act.show() },
      ...(held > 0 ? [goOn] : []),
      ...(canHold || held === 0 ? [hold] : []),
      { type: "separator" },
      { label: "Quit Kibitz", click: () => act.quit() },
    ],
  }
}

function afterTimeout(ms: number, then: () => void): () => void {
  const timer = setTimeout(then, ms)
  timer.unref()
  return () => clearTimeout(timer)
}
