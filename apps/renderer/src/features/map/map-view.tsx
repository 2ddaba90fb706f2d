// Owns: the zoom map of one pane: a canvas that draws itself, and the few elements above it. Looking and selecting join nobody; `onJoin` does.

import { type AgentId, type JoinCause, jakeId } from "@kibitz/contract"
import { type KeyboardEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react"
import { useOrder } from "../../kernel/attention/use-order.ts"
import { useVocabulary } from "../../kernel/cogitation/vocabulary.ts"
import { useKeys } from "../../kernel/keyboard/use-keys.ts"
import type { Asks, Frame, HasReplica } from "../../kernel/session/offers.ts"
import { useAgent, useScreen, useSession, useWorld } from "../../kernel/session/session-context.ts"
import { shownNow } from "../../kernel/ui/clock.ts"
import { Beacons, EmptyMap, MapButtons, Minimap } from "./chrome.tsx"
import { Crumbs } from "./crumbs.tsx"
import { roomOfDesk } from "./engine/aim.ts"
import { MapEngine } from "./engine/engine.ts"
import { Hands } from "./engine/hands.ts"
import { showUnder } from "./engine/hover.ts"
import { FilterField } from "./filter.tsx"
import "./map.css"
import { memoryOf } from "./engine/memory.ts"
import { showMap } from "./engine/shown-map.ts"
import { Panels } from "./panel/panel.tsx"
import { type MenuAt, PlaceMenu } from "./place-menu.tsx"
import { Selection } from "./selection.tsx"
import { SelectionBar } from "./selection-bar.tsx"
import { meaningOf, useMapKeys } from "./use-map-keys.ts"

export type MapViewProps = {
  /** Which pane this is: its camera is remembered under this name. */
  readonly pane: string
  readonly selected: AgentId
  /** Whose room is to be shown, without joining; another value each time it is asked for. */
  readonly lookAt?: { readonly agentId: AgentId } | null
  readonly onJoin: (agentId: AgentId, cause: JoinCause, card?: boolean) => void
  readonly onSelect: (agentId: AgentId) => void
  readonly onPeek: (agentId: AgentId) => void
  readonly onSpawn: (parentId: AgentId) => void
  readonly onSplit: (agentId: AgentId) => void
  readonly onRename: (agentId: AgentId) => void
  /** Why a key did nothing. */
  readonly onSay: (text: string) => void
  /** The keys that lead to others; those left out go to whoever else listens. */
  readonly onNext?: (direction: 1 | -1) => void
  readonly onSlot?: (slot: number) => void
  readonly onPin?: (agentId: AgentId, slot: number) => void
}

export function MapView(props: MapViewProps) {
  const isKnown = useWorld(({ world }) => world !== null)
  return isKnown ? <KnownMap {...props} /> : <ComingMap onJoin={props.onJoin} />
}

/** Before the host has said who is there. The one from last time, or Jake, can be joined already (OPM-11): what is written meanwhile waits in the page. */
function ComingMap({ onJoin }: Pick<MapViewProps, "onJoin">) {
  const host = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const whom = useScreen((state) => state.last) ?? jakeId
  useKeys({ "zoom-in": () => onJoin(whom, "navigate") }, "map", { within: host })
  useLayoutEffect(() => takeStrayFocus(host.current), [])
  return (
    <section className="map" data-testid="map-pane" aria-label="Map" aria-busy>
      <header className="map-head" />
      <Ground host={host} canvas={canvas} />
    </section>
  )
}

/** Whoever came from a chat has lost the focus with it; nobody else's is taken. */
function takeStrayFocus(host: HTMLElement | null): void {
  if (document.activeElement === null || document.activeElement === document.body) host?.focus({ preventScroll: true })
}

function KnownMap(props: MapViewProps) {
  const [engine, setEngine] = useState<MapEngine | null>(null)
  const [filter, setFilter] = useState<string | null>(null)
  const [menu, setMenu] = useState<MenuAt | null>(null)
  const host = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const hands = useRef<Hands | null>(null)
  const latest = useRef(props)
  useLayoutEffect(() => {
    latest.current = props
  })
  const { onJoin } = props
  const { screen } = useSession<Frame>()
  useMounted(host, canvas, latest, setEngine)
  useEffect(() => {
    const home = host.current
    if (!engine || !home) return
    const own = new Hands(engine, home, {
      click: (x, y, button, keys) =>
        meaningOf({
          engine,
          x,
          y,
          button,
          keys,
          props: latest.current,
          openMenu: setMenu,
        }),
      hover: (at) => showUnder(engine, home, canvas.current, at),
      peek: () => latest.current.onPeek(latest.current.selected),
      join: (id) => latest.current.onJoin(id as AgentId, "gesture"),
    })
    hands.current = own
    const stop = screen.subscribe(({ overlay }, before) => {
      if ((overlay === null) !== (before.overlay === null)) own.cover(overlay !== null)
    })
    return () => {
      stop()
      own.end()
    }
  }, [engine, screen])
  useFed(engine, props.selected, filter)
  useLooked(engine, props.lookAt ?? null)
  useLivingSelection(engine, props)
  const onKeyUp = useMapKeys({ engine, hands, host, props, filter, setFilter, openMenu: setMenu })
  return (
    <section className="map" data-testid="map-pane" aria-label="Map">
      {engine ? (
        <Crumbs engine={engine} onJoin={(id) => onJoin(id, "navigate")} onSpawn={props.onSpawn}>
          <SelectionBar engine={engine} selected={props.selected} />
          <FilterField engine={engine} text={filter} onText={setFilter} onSelect={props.onSelect} back={host} />
        </Crumbs>
      ) : (
        // As high as it will be: the map below must not move when it comes.
        <header className="map-head" />
      )}
      <Ground host={host} canvas={canvas} onKeyUp={onKeyUp}>
        {engine && (
          <>
            <Panels engine={engine} />
            <EmptyMap engine={engine} onSpawn={props.onSpawn} />
            <Beacons engine={engine} onSelect={props.onSelect} />
            <MapButtons engine={engine} hands={hands} />
            <Minimap engine={engine} />
            <Selection engine={engine} selected={props.selected} host={host} />
            {menu && <PlaceMenu at={menu} engine={engine} props={props} onClose={() => setMenu(null)} />}
          </>
        )}
      </Ground>
    </section>
  )
}

type GroundProps = {
  host: React.RefObject<HTMLDivElement | null>
  canvas: React.RefObject<HTMLCanvasElement | null>
  onKeyUp?: (event: KeyboardEvent) => void
  children?: React.ReactNode
}

function Ground({ host, canvas, onKeyUp, children }: GroundProps) {
  return (
    <div
      ref={host}
      className="map-ground"
      data-testid="map"
      data-region="map"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the map is one widget that takes the keys (ux 7.1)
      tabIndex={0}
      role="application"
      aria-roledescription="zoom map"
      aria-label="Agents"
      onKeyUp={onKeyUp}
      onContextMenu={(event) => event.preventDefault()}
    >
      <canvas ref={canvas} aria-hidden />
      {children}
    </div>
  )
}

function useMounted(
  host: React.RefObject<HTMLDivElement | null>,
  canvas: React.RefObject<HTMLCanvasElement | null>,
  latest: React.RefObject<MapViewProps>,
  setEngine: (engine: MapEngine | null) => void,
): void {
  const session = useSession<HasReplica & Asks>()
  const vocabulary = useVocabulary()
  const words = useRef(vocabulary)
  words.current = vocabulary
  useLayoutEffect(() => {
    const { world } = session.replica.world.getState()
    if (!host.current || !canvas.current || !world) return
    const { pane, selected } = latest.current
    const memory = memoryOf(session)
    const light = {
      world,
      vocabulary: words.current,
      selected,
      selectedPart: "desk" as const,
      also: new Set<string>(),
      filter: "",
      now: shownNow,
    }
    const engine = new MapEngine({
      host: host.current,
      canvas: canvas.current,
      memory,
      pane,
      light,
      canSpawn: session.closed() === null,
    })
    engine.begin()
    engine.select({ id: selected, part: "desk" })
    setEngine(engine)
    const stopShowing = showMap(engine)
    const stop = session.replica.world.subscribe(({ world: next }) => {
      if (next) engine.worldChanged(next)
    })
    takeStrayFocus(host.current)
    return () => {
      stop()
      engine.end()
      stopShowing()
    }
  }, [session, host, canvas, latest, setEngine])
}

/** Once for each time it was asked for, also when that was before this map was shown. */
const looked = new WeakSet<object>()

function useLooked(engine: MapEngine | null, lookAt: NonNullable<MapViewProps["lookAt"]> | null): void {
  useEffect(() => {
    if (!engine || lookAt === null || looked.has(lookAt)) return
    looked.add(lookAt)
    const place = engine.rooms.find(lookAt.agentId)
    if (!place) return
    engine.select({ id: place.id, part: "desk" })
    engine.flyTo(roomOfDesk(place))
  }, [engine, lookAt])
}

/** Whoever was selected and has been dismissed: the keys act on another now, everywhere on the screen. */
function useLivingSelection(engine: MapEngine | null, { selected, onSelect }: MapViewProps): void {
  const isGone = useAgent(selected, ({ standing }) => standing.kind === "dismissed") === true
  const parent = useAgent(selected, ({ parentId }) => parentId)
  useEffect(() => {
    if (!isGone || !engine) return
    const next = engine.selected.id === selected ? parent : (engine.selected.id as AgentId)
    if (next) onSelect(next)
  }, [engine, isGone, parent, selected, onSelect])
}

/** What the engine has to know and React finds out. */
function useFed(engine: MapEngine | null, selected: AgentId, filter: string | null): void {
  const vocabulary = useVocabulary()
  const settings = useWorld(({ world }) => world?.settings.cogitation)
  const using = useWorld(({ world }) => world?.connection.using)
  const order = useOrder()
  const needy = useMemo(
    // Beacons are filled with amber: they are for what a person must answer (ux 0.3).
    () => order.filter(({ tier }) => tier <= 1).flatMap(({ items }) => items.map(({ agentId }) => agentId as string)),
    [order],
  )
  const session = useSession<HasReplica>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: settings and the connection are read from the world
  useEffect(() => {
    const { world } = session.replica.world.getState()
    if (engine && world) engine.relight({ world, vocabulary, filter: (filter ?? "").trim().toLowerCase() })
  }, [engine, session, vocabulary, filter, settings, using])
  useEffect(() => engine?.setNeedy(needy), [engine, needy])
  useEffect(() => {
    if (engine && engine.selected.id !== selected) engine.select({ id: selected, part: "desk" })
  }, [engine, selected])
}
