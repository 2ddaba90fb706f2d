// Owns: what tests and benchmarks may ask of the page, as `window.__ux` (ux 8). It is there only when the app was started with --ux-probe; it
// reads and never changes anything.

import { type Camera, type Cell, cellAt, type Level, type Rect } from "@kibitz/canvas"
import { allAgents } from "@kibitz/domain"
import type { HasReplica, Places, Waiting } from "../../kernel/session/offers.ts"
import { talkingTo } from "../../kernel/view/view.ts"
import type { Frame } from "./engine/frame-times.ts"
import { shownMap } from "./engine/shown-map.ts"

/** A moment on the page's own clock, by name: "key Control+j", "painted jake". */
export type Mark = { readonly name: string; readonly at: number }

export type UxProbe = {
  /** With whom the host says this user is, and whose chats are on the page: the two must be the same (OPM-3). */
  presence(): { readonly joined: readonly string[]; readonly mounted: readonly string[] }
  /** What waits, most urgent first: the item and whose it is. */
  queue(): readonly { readonly item: string; readonly agentId: string }[]
  /** Frames the map drew in the last so many milliseconds: when, and how long the code ran. */
  frames(ms: number): readonly Frame[]
  /** Keys as they were pressed, chats as they came, went and were first painted, oldest first. */
  readonly marks: readonly Mark[]
  /** The form an agent's desk has on the map; null when it is not in view. */
  lod(id: string): Level | null
  cell(id: string): (Cell & { readonly index: number }) | null
  camera(): Camera | null
  /** Where an agent's desk is in the map's element, in CSS pixels. */
  rect(id: string): Rect | null
  /** The camera does not move, and what lies over the map is where it belongs. */
  isResting(): boolean
  /** Whom the keys of the map act on, and who is selected besides. */
  selection(): readonly string[]
  /** The agent of this name. */
  idOf(name: string): string | null
}

const KEPT_MARKS = 5_000

export function exposeProbe(session: HasReplica & Waiting & Places): void {
  const marks: Mark[] = []
  const mark = (name: string, at: number) => {
    marks.push({ name, at })
    if (marks.length > KEPT_MARKS) marks.splice(0, KEPT_MARKS / 2)
  }
  addEventListener("keydown", (event) => mark(`key ${chordOf(event)}`, event.timeStamp), { capture: true })
  session.go.view.subscribe((now, before) => {
    const agentId = talkingTo(now)
    if (agentId !== null && agentId !== talkingTo(before)) whenPainted(agentId, (at) => mark(`painted ${agentId}`, at))
  })
  followChats((name) => mark(name, performance.now()))
  const world = () => session.replica.world.getState().world
  const probe: UxProbe = {
    presence: () => {
      const now = world()
      const joined = now ? allAgents(now).filter(({ presence }) => presence !== null) : []
      return { joined: joined.map(({ id }) => id).sort(), mounted: mountedChats().sort() }
    },
    queue: () => {
      const now = world()
      return now ? session.desk.order(now).map(({ id, lead }) => ({ item: id, agentId: lead.agentId })) : []
    },
    frames: (ms) => shownMap()?.times.within(ms) ?? [],
    marks,
    lod: (id) => {
      for (const { place, kind, level } of shownMap()?.viewer ?? []) {
        if (place.id === id && (kind === "desk" || kind === "closed")) return level
      }
      return null
    },
    cell: (id) => {
      const place = shownMap()?.rooms.find(id)
      return place ? { ...cellAt(place.cell), index: place.cell } : null
    },
    camera: () => shownMap()?.camera ?? null,
    rect: (id) => {
      const map = shownMap()
      if (!map?.rooms.find(id)) return null
      const { unit } = map
      const { x, y, width, height } = map.rectOf({ id, part: "desk" })
      return { x: x * unit, y: y * unit, width: width * unit, height: height * unit }
    },
    isResting: () => shownMap()?.isMoving === false,
    selection: () => {
      const map = shownMap()
      return map ? [map.selected.id, ...map.scene.getState().also] : []
    },
    idOf: (name) => allAgents(world() ?? { agents: [] }).find((agent) => agent.name === name)?.id ?? null,
  }
  Object.assign(window, { __ux: probe })
}

const CHAT = "section[data-testid^='chat-']"

function mountedChats(): string[] {
  return [...document.querySelectorAll<HTMLElement>(CHAT)].map(({ dataset }) => (dataset.testid ?? "").slice("chat-".length))
}

/** Chats come to the page and go from it, whoever made them. */
function followChats(tell: (name: string) => void): void {
  let before: readonly string[] = []
  new MutationObserver(() => {
    const now = mountedChats()
    for (const id of before) if (!now.includes(id)) tell(`unmounted ${id}`)
    for (const id of now) if (!before.includes(id)) tell(`mounted ${id}`)
    before = now
  }).observe(document.body, { childList: true, subtree: true })
}

/** The frame after the chat is on the page has it; the one after that says so. */
function whenPainted(agentId: string, then: (at: number) => void): void {
  requestAnimationFrame(() => {
    if (mountedChats().includes(agentId)) requestAnimationFrame(() => then(performance.now()))
    else whenPainted(agentId, then)
  })
}

function chordOf({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): string {
  const held = [ctrlKey && "Control", metaKey && "Meta", altKey && "Alt", shiftKey && "Shift"].filter((name) => name !== false)
  return [...held, key].join("+")
}
