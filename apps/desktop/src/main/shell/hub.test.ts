import { AgentId, type ItemId, type MenuGroup, type ShellNews } from "@kibitz/contract"
import { expect, test } from "vitest"
import { MOST_CHAT_WINDOWS, type ScreenWindow, shellHub } from "./hub.ts"

const ed = AgentId.parse("ed")
const mira = AgentId.parse("mira")
const MAIN = 1

/** Windows that remember what was done to them, with pages that remember what they were told. */
function desktop() {
  const heard = new Map<number, ShellNews[]>()
  const forward: number[] = []
  const menus: (readonly MenuGroup[])[] = []
  const chosen: string[] = []
  let focused = MAIN
  let isRead = false
  let made = MAIN
  const abandons = new Map<number, () => void>()

  function open(id: number, agentId: AgentId | null): void {
    const window: ScreenWindow = {
      id,
      agentId,
      isFocused: () => focused === id,
      bringForward: () => {
        forward.push(id)
        focused = id
      },
      toggleFullScreen: () => {},
      showMenu: () => {},
      close: () => abandons.get(id)?.(),
    }
    abandons.set(id, hub.adopt(window))
  }
  const connect = (id: number) => {
    heard.set(id, [])
    return hub.connected(id, (news) => heard.get(id)?.push(news))
  }
  const hub = shellHub({
    openChat: (agentId) => open(++made, agentId),
    drawMenu: (groups) => menus.push(groups),
    chooseProject: () => void chosen.push("asked"),
    isRead: () => isRead,
  })
  open(MAIN, null)
  connect(MAIN)
  return {
    hub,
    /** But for what every line is told first. */
    heard: (id: number) => (heard.get(id) ?? []).filter(({ kind }) => kind !== "reader"),
    heardOfReader: (id: number) => (heard.get(id) ?? []).filter(({ kind }) => kind === "reader"),
    forward,
    menus,
    chosen,
    connect,
    read: () => (isRead = true),
    blur: () => (focused = 0),
    last: () => made,
  }
}

const reader = (isOn: boolean): ShellNews => ({ kind: "reader", isOn })
const windows = (...poppedOut: AgentId[]): ShellNews => ({ kind: "windows", poppedOut })
const to = (agentId: AgentId, ...items: string[]) =>
  ({ kind: "go", agentId, items: items as ItemId[], cause: "notification" }) as const

test("OPM-3 an agent has one window of its own at most: asking again brings it forward", () => {
  const { hub, heard, forward, last } = desktop()
  expect(hub.asked(MAIN, { kind: "pop-out", agentId: ed })).toBeNull()
  expect(hub.asked(MAIN, { kind: "pop-out", agentId: ed })).toBeNull()
  expect([last(), forward]).toEqual([2, [2]])
  expect(heard(MAIN)).toEqual([windows(), windows(ed)])
})

test("going to one that has a window goes there; to any other, in the main window", () => {
  const { hub, heard, forward, connect } = desktop()
  hub.asked(MAIN, { kind: "pop-out", agentId: ed })
  connect(2)
  hub.go(to(ed, "q1"))
  hub.asked(2, to(mira))
  expect(forward).toEqual([2, MAIN])
  expect(heard(2)).toEqual([windows(ed), to(ed, "q1")])
  expect(heard(MAIN).at(-1)).toEqual(to(mira))
})

test("what is said to a page that is still loading waits for it; only the last counts", () => {
  const { hub, heard, connect } = desktop()
  hub.asked(MAIN, { kind: "pop-out", agentId: ed })
  hub.go(to(ed, "q1"))
  hub.go(to(ed, "q2"))
  connect(2)
  expect(heard(2)).toEqual([windows(ed), to(ed, "q2")])
})

test("a page that has died hears nothing, and what is meant for it waits for the next", () => {
  const { hub, heard, connect } = desktop()
  const died = connect(MAIN)
  died()
  hub.go(to(ed))
  expect(heard(MAIN)).toEqual([windows()])
  connect(MAIN)
  expect(heard(MAIN)).toEqual([windows(), to(ed)])
})

test("coming back: nobody is led to the old window any more, which closes itself once the chat is in the main one", () => {
  const { hub, heard, forward, connect } = desktop()
  hub.asked(MAIN, { kind: "pop-out", agentId: ed })
  connect(2)
  expect(hub.asked(2, { kind: "return" })).toBeNull()
  expect(heard(MAIN).slice(-2)).toEqual([windows(), { kind: "go", agentId: ed, items: [], cause: "split" }])
  expect(forward).toEqual([MAIN])
  hub.asked(2, { kind: "close" })
  expect(hub.isOurs(2)).toBe(false)
})

test("the main window is not closed and has nowhere to come back to", () => {
  const { hub } = desktop()
  for (const kind of ["return", "close"] as const) expect(hub.asked(MAIN, { kind })).toMatchObject({ kind: "unavailable" })
  expect(hub.isOurs(MAIN)).toBe(true)
})

test("the menu is the main window's to say", () => {
  const { hub, menus } = desktop()
  hub.asked(MAIN, { kind: "pop-out", agentId: ed })
  hub.asked(2, { kind: "menu", groups: [] })
  expect(menus).toEqual([])
  hub.asked(MAIN, { kind: "menu", groups: [] })
  expect(menus).toEqual([[]])
})

test("what a small window cannot do, the main one does, for whom it was asked", () => {
  const { hub, heard, forward, connect } = desktop()
  hub.asked(MAIN, { kind: "pop-out", agentId: ed })
  connect(2)
  hub.asked(2, { kind: "run", action: "palette", agentId: ed })
  expect([forward, heard(MAIN).at(-1)]).toEqual([[MAIN], { kind: "run", action: "palette", agentId: ed }])
})

test("one is told where the user is, or in the main window; all are told what concerns all", () => {
  const { hub, heard, connect, blur } = desktop()
  hub.asked(MAIN, { kind: "pop-out", agentId: ed })
  connect(2)
  hub.go(to(ed))
  hub.tellOne({ kind: "run", action: "pause", agentId: null })
  blur()
  hub.tellOne({ kind: "sound" })
  hub.tellAll({ kind: "locked" })
  expect(heard(2).slice(-2)).toEqual([{ kind: "run", action: "pause", agentId: null }, { kind: "locked" }])
  expect(heard(MAIN).slice(-2)).toEqual([{ kind: "sound" }, { kind: "locked" }])
})

test("a page gone wrong cannot bury the user in windows", () => {
  const { hub } = desktop()
  const answers = Array.from({ length: MOST_CHAT_WINDOWS + 1 }, (_, at) =>
    hub.asked(MAIN, { kind: "pop-out", agentId: AgentId.parse(`a${at}`) }),
  )
  expect(answers.filter((answer) => answer !== null)).toHaveLength(1)
  expect(answers.at(-1)?.message).toContain("Close one of them first")
})

test("a window that is gone asks for nothing", () => {
  const { hub } = desktop()
  expect(hub.asked(99, { kind: "pop-out", agentId: ed })).toMatchObject({ kind: "unavailable" })
})

test("the project is chosen from the main window alone", () => {
  const { hub, chosen } = desktop()
  hub.asked(MAIN, { kind: "pop-out", agentId: ed })
  expect(hub.asked(2, { kind: "choose-project", isUsed: false })).toMatchObject({ kind: "unavailable" })
  expect(hub.asked(MAIN, { kind: "choose-project", isUsed: false })).toBeNull()
  expect(chosen).toEqual(["asked"])
})

test("ux 7.1 a page is told at once whether a screen reader is on, and again with every new line", () => {
  const { hub, heardOfReader, connect, read } = desktop()
  expect(heardOfReader(MAIN)).toEqual([reader(false)])
  read()
  connect(MAIN)
  hub.tellAll(reader(false))
  expect(heardOfReader(MAIN)).toEqual([reader(true), reader(false)])
})
