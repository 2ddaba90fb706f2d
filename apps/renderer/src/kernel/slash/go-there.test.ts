import { AgentId, type AttentionItem, jakeId } from "@kibitz/contract"
import { emptyWorld } from "@kibitz/domain"
import { sampleItem } from "@kibitz/testkit"
import { expect, test } from "vitest"
import { createStore } from "zustand/vanilla"
import type { Session } from "../session/offers.ts"
import type { ScreenWindow } from "../shell/screen-window.ts"
import { createShell } from "../shell/shell.ts"
import { goThere, waitingOf } from "./go-there.ts"

const ed = AgentId.parse("ed")
const item = (id: string, agentId: AgentId): AttentionItem => sampleItem("question", { id, agentId })
const group = (lead: AttentionItem, ...items: readonly AttentionItem[]) => ({ lead, items: [lead, ...items] })

function screen(
  order: readonly ReturnType<typeof group>[] = [],
  window: ScreenWindow = { kind: "main" },
  beside: readonly AgentId[] = [],
  fits = true,
) {
  const did: unknown[] = []
  const shell = createShell(window, async (ask) => {
    did.push(ask)
    return { accepted: true, seq: 0 }
  })
  const view = {
    focused: "p1",
    selected: jakeId,
    panes: [
      { name: "p1", content: { kind: "chat", agentId: jakeId, cause: "navigate" } },
      ...beside.map((agentId, at) => ({ name: `p${at + 2}`, content: { kind: "chat", agentId, cause: "navigate" } })),
    ],
  }
  const go = {
    view: createStore(() => view),
    closePane: (name: string) => did.push(["close", name]),
    split: (agentId: AgentId) => fits && did.push(["split", agentId]) > 0,
    pin: (agentId: AgentId, slot: number) => did.push(["pin", agentId, slot]),
  }
  const session = {
    replica: { world: createStore(() => ({ world: emptyWorld })) },
    screen: createStore(() => ({ unfolded: null })),
    desk: { order: () => order },
    go,
    shell,
    keep: { getItem: () => null, setItem: () => {}, removeItem: () => {} },
    walk: {
      next: () => did.push(["next"]),
      to: (agentId: AgentId, items: readonly string[]) => did.push(["walk", agentId, items]),
    },
    closed: () => null,
    open: (agentId: AgentId) => did.push(["open", agentId]),
    leave: () => did.push(["leave"]),
    askQuietly: async (command: unknown) => {
      did.push(command)
      return { accepted: true }
    },
  } as unknown as Session
  return { did, session }
}

test("each way of going does that one thing", async () => {
  const { did, session } = screen()
  const run = (to: Parameters<typeof goThere>[2]["to"], argument = "") => goThere(session, jakeId, { kind: "go", to, argument })
  for (const step of [run("agent"), run("agent", "ed"), run("overview"), run("attention"), run("split", "ed"), run("pin", "3")])
    expect(await step).toBeNull()
  expect(did).toEqual([["open", jakeId], ["open", ed], ["leave"], ["next"], ["split", ed], ["pin", jakeId, 3]])
})

test("/split with nobody named opens whom is selected, or who needs the user next, never the chat that is open already", async () => {
  const bare = { kind: "go", to: "split", argument: "" } as const
  const needed = screen([group(item("i1", jakeId)), group(item("i2", ed))])
  expect(await goThere(needed.session, jakeId, bare)).toBeNull()
  expect(needed.did).toEqual([["split", ed]])
  const alone = screen()
  expect(await goThere(alone.session, jakeId, bare)).toBe("Select another agent to open beside this one.")
  expect(alone.did).toEqual([])
})

test("OPM-3 where no other pane fits /split leaves nobody, and says what helps: no wider window where there are four, no other one in a browser", async () => {
  const full = (window: ScreenWindow, ...beside: readonly AgentId[]) => screen([], window, beside, false).session
  const split = (session: Session) => goThere(session, jakeId, { kind: "go", to: "split", argument: "noa" })
  const noRoom = "No room for another pane."
  expect(await split(full({ kind: "main" }))).toBe(`${noRoom} Widen the window, or pop this chat out: Ctrl+Shift+D.`)
  expect(await split(full({ kind: "page" }))).toBe(`${noRoom} Widen the window.`)
  expect(await split(full({ kind: "main" }, ed, ed, ed))).toBe(`${noRoom} Close one first.`)
})

test("/attend and /leave take a name: to what that one waits for, and out of that one's chat", async () => {
  const order = [group(item("i1", jakeId)), group(item("i2", ed), item("i3", ed))]
  const { session, did } = screen(order, { kind: "main" }, [ed])
  expect(await goThere(session, jakeId, { kind: "go", to: "attention", argument: "ed" })).toBeNull()
  expect(await goThere(session, jakeId, { kind: "go", to: "overview", argument: "ed" })).toBeNull()
  expect(did).toEqual([
    ["walk", ed, ["i2", "i3"]],
    ["close", "p2"],
  ])
  const nobody = screen()
  expect(await goThere(nobody.session, jakeId, { kind: "go", to: "attention", argument: "ed" })).toBe(
    "It needs nothing from you.",
  )
  expect(await goThere(nobody.session, jakeId, { kind: "go", to: "overview", argument: "ed" })).toBe("It is not open here.")
  expect(await goThere(nobody.session, jakeId, { kind: "go", to: "overview", argument: jakeId })).toBeNull()
  expect(nobody.did).toEqual([["leave"]])
})

test("/pop asks for a window; a browser, which has none to give, says what to do instead", async () => {
  const popOut = { kind: "go", to: "pop-out", argument: "" } as const
  const { session, did } = screen()
  expect(await goThere(session, jakeId, popOut)).toBeNull()
  expect(did).toEqual([{ kind: "pop-out", agentId: jakeId }])
  const web = screen([], { kind: "page" })
  expect(await goThere(web.session, jakeId, popOut)).toContain("/split")
  expect(web.did).toEqual([])
})

test("/snooze puts off the card that is open, or the most urgent of this agent, with those answered together with it", async () => {
  const order = [group(item("i1", jakeId)), group(item("i2", ed), item("i3", ed)), group(item("i4", ed))]
  expect(waitingOf(order, ed, null).map(({ id }) => id)).toEqual(["i2", "i3"])
  expect(waitingOf(order, ed, "i4").map(({ id }) => id)).toEqual(["i4"])
  expect(waitingOf(order, ed, "i1").map(({ id }) => id)).toEqual(["i2", "i3"])
  const { session, did } = screen(order)
  expect(await goThere(session, ed, { kind: "go", to: "snooze", argument: "30m" })).toBeNull()
  expect(did).toEqual([
    { type: "attention.snooze", itemId: "i2", until: 30 },
    { type: "attention.snooze", itemId: "i3", until: 30 },
  ])
  expect(await goThere(session, AgentId.parse("noa"), { kind: "go", to: "snooze", argument: "tomorrow" })).toBe(
    "It needs nothing from you.",
  )
})

test("F18: where nothing can be changed /snooze says why and asks for nothing", async () => {
  const { session, did } = screen([group(item("i1", ed))])
  const looking = { ...session, closed: () => "Read-only." }
  expect(await goThere(looking, ed, { kind: "go", to: "snooze", argument: "30m" })).toBe("Read-only.")
  expect(await goThere(looking, ed, { kind: "go", to: "agent", argument: "" })).toBeNull()
  expect(did).toEqual([["open", ed]])
})
