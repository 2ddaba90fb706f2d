// Owns: what keys and clicks on the map do (ux 2.2). Which key is which is in the table of actions; what a click hits is in aim.ts.

import type { Beacon, Keys, Seen } from "@kibitz/canvas"
import { type AgentId, jakeId } from "@kibitz/contract"
import { type KeyboardEvent, type RefObject, useCallback, useEffect } from "react"
import { useCommands } from "../../kernel/keyboard/use-commands.ts"
import { type Handlers, useKeys } from "../../kernel/keyboard/use-keys.ts"
import { type Commands, PASS } from "../../kernel/keys/registry.ts"
import { useView } from "../../kernel/session/session-context.ts"
import { clickMeaning, isOnBadge } from "./engine/aim.ts"
import type { MapEngine } from "./engine/engine.ts"
import type { Hands } from "./engine/hands.ts"
import type { MapViewProps } from "./map-view.tsx"
import type { MenuAt } from "./place-menu.tsx"

type Click = {
  readonly engine: MapEngine
  readonly x: number
  readonly y: number
  readonly button: number
  readonly keys: Keys
  readonly props: MapViewProps
  openMenu(at: MenuAt | null): void
}

export function meaningOf(click: Click): void {
  const { engine, x, y, button, keys, props, openMenu } = click
  const seen = engine.viewer.under(x, y)
  const who = seen !== null && seen.kind !== "slot" && seen.kind !== "room" ? (seen.place.id as AgentId) : null
  if (button === 2) return openMenu({ id: who ?? seen?.place.id ?? engine.rooms.root.id, x, y })
  openMenu(null)
  if (button !== 0) return
  if (who !== null && keys.zoomKey) return props.onSplit(who)
  if (who !== null && keys.alt) return props.onPeek(who)
  if (who !== null && keys.shift) return props.onSelect(engine.toggle(who) as AgentId)
  plainClick(click, seen, who)
}

function plainClick({ engine, x, y, props }: Click, seen: Seen | null, who: AgentId | null): void {
  const needs = who === null ? 0 : (engine.paints.find(who)?.needs ?? 0)
  const meaning = clickMeaning(seen, needs > 0 && seen !== null && isOnBadge(seen, { x, y }), engine.room)
  switch (meaning.kind) {
    case "join":
      return props.onJoin(meaning.id as AgentId, "navigate", meaning.card)
    case "look":
      engine.select({ id: meaning.id, part: "desk" })
      props.onSelect(meaning.id as AgentId)
      return engine.flyTo(meaning.room)
    case "spawn":
      return props.onSpawn(meaning.parentId as AgentId)
    case "out":
      engine.zoomOut()
  }
}

type KeyParts = {
  readonly engine: MapEngine | null
  readonly hands: RefObject<Hands | null>
  readonly host: RefObject<HTMLDivElement | null>
  readonly props: MapViewProps
  readonly filter: string | null
  setFilter(filter: string | null): void
  openMenu(at: MenuAt | null): void
}

/** Gives back what to do when a key is let go. */
export function useMapKeys(parts: KeyParts): (event: KeyboardEvent) => void {
  const { engine, hands, host, openMenu } = parts
  const hasKeys = useView(({ focused }) => focused === parts.props.pane)
  const commands = engine ? commandsFor({ ...parts, engine }) : {}
  useKeys(engine ? { ...handlersFor({ ...parts, engine }), ...pressed(commands) } : {}, "map", {
    within: host,
    takesStray: hasKeys,
  })
  useCommands(commands, hasKeys && engine !== null)
  useEffect(() => {
    const home = host.current
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (event.defaultPrevented || event.target !== home || event.ctrlKey || event.metaKey || event.altKey) return
      const isMenu = event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey)
      if (!isMenu || !engine) return
      openMenu(menuAtSelection(engine))
      event.preventDefault()
    }
    home?.addEventListener("keydown", onKeyDown)
    return () => home?.removeEventListener("keydown", onKeyDown)
  }, [host, engine, openMenu])
  return useCallback(
    (event) => {
      if (event.target === host.current) hands.current?.space(false)
    },
    [hands, host],
  )
}

/** Beside what is selected; in the middle when it is not in view. */
function menuAtSelection(engine: MapEngine): MenuAt {
  const { x, y, width, height } = engine.rectOf(engine.selected)
  const [across, down] = [x + width / 2, y + height / 2]
  const isInView = across >= 0 && down >= 0 && across <= engine.size.width && down <= engine.size.height
  const at = isInView ? { x: across, y: down } : { x: engine.size.width / 2, y: engine.size.height / 2 }
  return { id: engine.selected.id, ...at }
}

function handlersFor({ engine, hands, host, props, filter, setFilter }: KeyParts & { engine: MapEngine }): Handlers {
  // Enter on a button inside the map is the button's; the map's own keys need the map's own focus.
  const own = (act: () => unknown) => () => (document.activeElement === host.current ? act() : PASS)
  const arrow = (direction: Beacon["direction"]) =>
    own(() => {
      const next = engine.neighbour(direction)
      if (next) props.onSelect(next.id as AgentId)
    })
  return {
    "neighbour-up": arrow("n"),
    "neighbour-down": arrow("s"),
    "neighbour-left": arrow("w"),
    "neighbour-right": arrow("e"),
    "zoom-in": own(() => props.onJoin(props.selected, "navigate")),
    "zoom-room": own(() => {
      const place = engine.rooms.find(props.selected)
      if (!place) return
      engine.flyTo({ id: place.id, part: "room" })
      engine.select({ id: place.id, part: "desk" })
    }),
    rename: own(() => props.onRename(props.selected)),
    peek: own(() => hands.current?.space(true)),
    filter: own(() => setFilter(filter ?? "")),
    "attention-next": () => (props.onNext ? props.onNext(1) : PASS),
    "attention-previous": () => (props.onNext ? props.onNext(-1) : PASS),
    ...slotKeys(props),
  }
}

function pressed(commands: Commands): Handlers {
  return Object.fromEntries(Object.entries(commands).map(([id, command]) => [id, () => command(jakeId)]))
}

/** What works from anywhere while this map has the keys, and from the palette. */
function commandsFor({ engine, hands, props, filter, setFilter }: KeyParts & { engine: MapEngine }): Commands {
  const out = () => {
    if (filter !== null) return setFilter(null)
    if (engine.scene.getState().also.length > 0) return engine.select(engine.selected)
    if (engine.zoomOut()) return
    // Where there is no level further out the ring is called off all the same.
    hands.current?.navigated()
    return PASS
  }
  return {
    "zoom-out": out,
    "zoom-out-now": out,
    "map-closer": () => step(engine, hands, 1),
    "map-farther": () => step(engine, hands, -1),
    "map-fit": () => {
      if (!engine.fitAll()) props.onSay("The whole map is in view.")
    },
    "map-frame": () => engine.frameSelection(),
  }
}

function slotKeys({ onSlot, onPin, selected }: MapViewProps): Handlers {
  const numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const
  return Object.fromEntries(
    numbers.flatMap((slot) => [
      [`slot-${slot}`, () => (onSlot ? onSlot(slot) : PASS)],
      [`pin-${slot}`, () => (onPin ? onPin(selected, slot) : PASS)],
    ]),
  )
}

export function step(engine: MapEngine, hands: RefObject<Hands | null>, direction: 1 | -1): void {
  engine.zoomStep(direction)
  hands.current?.stepped()
}
