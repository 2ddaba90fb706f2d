import { type AgentId, defaultSettings, jakeId, type ShellAsk, type ShellNews, type World } from "@kibitz/contract"
import { emptyWorld, putAgents } from "@kibitz/domain"
import { expect, test } from "vitest"
import { createStore } from "zustand/vanilla"
import type { Session } from "../../kernel/session/offers.ts"
import type { ScreenWindow } from "../../kernel/shell/screen-window.ts"
import { createShell } from "../../kernel/shell/shell.ts"
import { createNavigation } from "../../kernel/view/navigation.ts"
import { mounted } from "../../kernel/view/view.ts"
import { attendShell, LONG_LOCK_MS } from "./attend.ts"

const ed = "ed" as AgentId
const MAIN: ScreenWindow = { kind: "main" }
const OWN: ScreenWindow = { kind: "chat", agentId: ed }
type Team = { panes?: Record<string, AgentId>; isWorking?: boolean; leaveWhenLocked?: boolean }

function worldOf({ panes = {}, isWorking = false, leaveWhenLocked = false }: Team): World {
  const agent = (id: AgentId) => ({ id, name: id, turn: isWorking ? {} : null }) as never
  return {
    ...emptyWorld,
    agents: putAgents(emptyWorld.agents, [agent(jakeId), agent(ed)]),
    settings: { ...defaultSettings, attention: { ...defaultSettings.attention, leaveWhenLocked } },
    panes: Object.fromEntries(Object.entries(panes).map(([key, agentId]) => [key, { agentId, surface: "desktop" }])),
  }
}

/** A screen that is as much of a session as the shell's words reach. */
function screenIn(window: ScreenWindow, team: Team = {}) {
  const asked: ShellAsk["kind"][] = []
  const did: string[] = []
  const kept = new Map<string, string>()
  const keep = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  const shell = createShell(window, async ({ kind }) => {
    asked.push(kind)
    return { accepted: true, seq: 0 }
  })
  const world = createStore<{ world: World | null }>(() => ({ world: worldOf(team) }))
  const screen = createStore<{ offer: unknown }>(() => ({ offer: null }))
  const home = window.kind === "chat" ? { agentId: window.agentId, cause: "navigate" as const } : null
  const go = createNavigation(keep, { beyond: shell.beyond, home })
  const session = {
    shell,
    go,
    keep,
    screen,
    replica: { world },
    walk: { to: (...args: unknown[]) => did.push(`walk to ${args.join(" ")}`) },
    commands: { run: (id: string, agentId: AgentId) => did.push(`run ${id} on ${agentId}`) },
    remark: (text: string) => did.push(text),
    leaveAll: (cause: string) => did.push(`leave all: ${cause}`),
  } as unknown as Session
  attendShell(session)
  return {
    go,
    shell,
    asked,
    did,
    offer: () => screen.getState().offer,
    told: (news: ShellNews) => shell.told(news),
    become: (next: Team) => world.setState({ world: worldOf(next) }),
    shown: () => [...mounted(go.view.getState()).values()].map(({ agentId }) => agentId),
  }
}

test("OPM-3 a chat that moves out goes from here only when it is shown there", () => {
  const { go, told, become, shown } = screenIn(MAIN)
  go.to(ed)
  told({ kind: "windows", poppedOut: [ed] })
  become({ panes: { "desktop-1/p1": ed } })
  expect(shown()).toEqual(["ed"])
  become({ panes: { "desktop-1/p1": ed, "desktop-2/p1": ed } })
  expect(shown()).toEqual([])
})

test("a chat that is shown in two screens for another reason stays", () => {
  const { go, become, shown } = screenIn(MAIN)
  go.to(ed)
  become({ panes: { "desktop-1/p1": ed, "web-2/p1": ed } })
  expect(shown()).toEqual(["ed"])
})

test("a window of its own closes when its chat is left", () => {
  const { go, asked } = screenIn(OWN)
  go.zoomOut()
  expect(asked).toEqual(["close"])
})

test("OPM-3 on the way back a window of its own stays until its chat is shown in the main one", () => {
  const { shell, asked, become } = screenIn(OWN)
  const both = { panes: { "desktop-1/p1": ed, "desktop-2/p1": ed } }
  become(both)
  shell.comeBack()
  become({ panes: { "desktop-2/p1": ed } })
  expect(asked).toEqual(["return"])
  become(both)
  expect(asked).toEqual(["return", "close"])
})

test("what the menu says is done, and a name nobody knows is nothing", () => {
  const { told, did } = screenIn(MAIN)
  told({ kind: "run", action: "settings", agentId: null })
  told({ kind: "run", action: "no-such-thing", agentId: null })
  expect(did).toEqual(["run settings on jake"])
})

test("what another window could not do is done for its agent, not for whom this one is about", () => {
  const { go, told, did } = screenIn(MAIN)
  go.to(jakeId)
  told({ kind: "run", action: "palette", agentId: ed })
  expect(did).toEqual(["run palette on ed"])
})

test("a click on a notice leads to the item", () => {
  const { told, did } = screenIn(MAIN)
  told({ kind: "go", agentId: ed, items: ["q" as never], cause: "notification" })
  expect(did).toEqual(["walk to ed q notification"])
})

test("U11 locking is nothing, unless the user has said that it means leaving", () => {
  const { told, did, become } = screenIn(MAIN)
  told({ kind: "locked" })
  expect(did).toEqual([])
  become({ leaveWhenLocked: true })
  told({ kind: "locked" })
  expect(did).toEqual(["leave all: standing-order"])
})

test("it is offered once, after a long lock with somebody waiting, and only in the main window", () => {
  const long: ShellNews = { kind: "unlocked", lockedMs: LONG_LOCK_MS }
  const panes = { "desktop-1/p1": ed }
  const { told, offer, become } = screenIn(MAIN)
  told(long)
  become({ panes, isWorking: true })
  told(long)
  become({ panes, leaveWhenLocked: true })
  told(long)
  become({ panes })
  told({ kind: "unlocked", lockedMs: LONG_LOCK_MS - 1 })
  expect(offer()).toBeNull()
  told(long)
  expect(offer()).toEqual({ agentId: ed, lockedMs: LONG_LOCK_MS })
  const own = screenIn(OWN, { panes })
  own.told(long)
  expect(own.offer()).toBeNull()
})

test("ux 2.8 a page in a browser is told what was missed in quiet hours too", () => {
  const { told, did } = screenIn({ kind: "page" })
  told({ kind: "summary", text: "While quiet: 4 waiting, 11 finished" })
  expect(did).toEqual(["While quiet: 4 waiting, 11 finished"])
})

test("a system without notices is told of once; what was missed in quiet hours each time", () => {
  const { told, did } = screenIn(MAIN)
  told({ kind: "no-notices" })
  told({ kind: "no-notices" })
  told({ kind: "summary", text: "While quiet: 4 waiting, 11 finished" })
  expect(did.map((text) => text.slice(0, 11))).toEqual(["This system", "While quiet"])
})
