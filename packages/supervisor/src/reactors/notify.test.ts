// From committed events to what the system shows, with one timer (OPM-10).
import {
  type AgentId,
  type AttentionItem,
  defaultSettings,
  type Event,
  type EventOf,
  type ItemId,
  jakeId,
  type Recorded,
  type Settings,
  type Standing,
  type TurnId,
  type World,
} from "@kibitz/contract"
import { manualClock, recordingNotifier, sampleItem, sampleTeam, teamTime } from "@kibitz/testkit"
import { describe, expect, it } from "vitest"
import { openTheatre, userAt } from "../opm/testing/theatre.ts"
import { notifyUser } from "./notify.ts"

const ids = { agentId: "ed" as AgentId, turnId: "turn_1" as TurnId }
const presence = { since: teamTime, surface: "desktop", cause: "navigate" } as const
const look = { c1: { pane: null } }

function desk(options: { joined?: boolean; standing?: Standing; focus?: World["focus"]; items?: readonly AttentionItem[] } = {}) {
  const clock = manualClock(teamTime)
  const notifier = recordingNotifier()
  const reactor = notifyUser({ clock, notifier, zone: "UTC" })
  let fields = { attention: itemsOf(options.items ?? []), focus: options.focus ?? {}, settings: defaultSettings }
  const world = () =>
    sampleTeam(
      [
        { id: "jake", name: "Jake" },
        {
          id: "ed",
          name: "Ed",
          under: "jake",
          presence: options.joined ? presence : null,
          standing: options.standing ?? { kind: "open" },
        },
      ],
      fields,
    )
  let seq = 0
  const commit = (...events: readonly Event[]) =>
    reactor.follow(
      events.map((event): Recorded => ({ seq: ++seq, at: teamTime, event })),
      world(),
    )
  commit()
  return {
    clock,
    notifier,
    commit,
    stop: () => reactor.stop(),
    raise(item: AttentionItem) {
      fields = { ...fields, attention: { ...fields.attention, [item.id]: item } }
      commit({ type: "attention.raised", agentId: item.agentId, item })
    },
    resolve(id: string) {
      const { [id as ItemId]: _gone, ...attention } = fields.attention
      fields = { ...fields, attention: attention as World["attention"] }
      commit({
        type: "attention.resolved",
        agentId: ids.agentId,
        itemId: id as ItemId,
        outcome: "answered",
        note: "",
        visibleMs: 0,
      })
    },
    focus(focus: World["focus"]) {
      fields = { ...fields, focus }
      commit({ type: "focus.changed", connection: "c1", focus: focus.c1 ?? null })
    },
    settings(attention: Partial<Settings["attention"]>) {
      fields = { ...fields, settings: { ...defaultSettings, attention: { ...defaultSettings.attention, ...attention } } }
      commit({ type: "settings.changed", settings: fields.settings } as EventOf<"settings.changed">)
    },
    titles: () => notifier.shown.map(({ title }) => title),
  }
}

function itemsOf(items: readonly AttentionItem[]): World["attention"] {
  return Object.fromEntries(items.map((item) => [item.id, item])) as World["attention"]
}
const question = (id = "q") => sampleItem("question", { id, agentId: "ed" })

describe("OPM-10 notices", () => {
  it("follow what was raised, after the wait, with one timer for all", () => {
    const { raise, clock, notifier, titles } = desk()
    raise(question())
    raise({ ...question("r"), agentId: "jake" as AgentId })
    expect([clock.pending(), clock.nextIn(), titles()]).toEqual([1, 8_000, []])
    clock.advance(8_000)
    expect(notifier.shown).toMatchObject([{ title: "2 agents need you: Ed, Jake", agentId: "ed", itemId: "q", silent: true }])
    expect(clock.pending()).toBe(0)
  })

  it("are not made for what was answered meanwhile, nor twice for what is raised anew with a change", () => {
    const { raise, resolve, clock, titles } = desk()
    raise(question("q"))
    resolve("q")
    const provider = sampleItem("provider", { id: "p", agentId: "ed" })
    raise(provider)
    clock.advance(8_000)
    raise({ ...provider, wakes: true })
    clock.advance(600_000)
    expect(titles()).toEqual(["The provider refuses"])
  })

  it("are not made for what waited before the start, which is on the badge", () => {
    const { clock, notifier, titles } = desk({ items: [question()] })
    clock.advance(600_000)
    expect([titles(), notifier.count()]).toEqual([[], 1])
  })

  it("are taken back when the user looks, and not made while they do", () => {
    const { raise, focus, clock, notifier } = desk()
    raise(question())
    clock.advance(8_000)
    expect(notifier.standing()).toHaveLength(1)
    focus(look)
    raise({ ...question("r"), agentId: "jake" as AgentId })
    clock.advance(600_000)
    expect([notifier.standing(), notifier.shown.length]).toEqual([[], 1])
  })

  it("heed settings from the moment they are changed", () => {
    const { raise, settings, clock, titles } = desk()
    raise(question())
    settings({ notify: { ...defaultSettings.attention.notify, blockedOnYou: false } })
    clock.advance(600_000)
    expect(titles()).toEqual([])
  })

  it("stop with the engine", () => {
    const { raise, stop, clock, titles } = desk()
    raise(question())
    stop()
    clock.advance(600_000)
    expect(titles()).toEqual([])
  })
})

it("U24 twenty who need the user within five seconds are one notice; after six in an hour one digest is renewed", () => {
  const { raise, clock, notifier, titles, settings } = desk()
  const from = (name: string, at: number): AttentionItem => ({
    ...question(`${name}${at}`),
    agentId: (at % 2 ? "ed" : "jake") as AgentId,
  })
  for (let at = 0; at < 20; at += 1) {
    raise(from("q", at))
    clock.advance(250)
  }
  expect(titles()).toEqual([])
  clock.advance(600_000)
  expect(titles()).toEqual(["2 agents need you: Jake, Ed"])
  settings({ coalesceMs: 0, perAgentMs: 0 })
  for (let at = 0; at < 8; at += 1) raise(from("r", at))
  const ids = notifier.shown.map(({ id }) => id)
  expect(ids.filter((id) => id === "digest")).toHaveLength(3)
  expect(new Set(ids).size).toBe(7)
  expect(notifier.standing()).toHaveLength(7)
})

describe("OPM-10 a stop", () => {
  const finished = { type: "turn.finished", ...ids } as const
  const started = { type: "turn.started", ...ids, model: "m" } as const

  it("of an agent the user is joined to is told", () => {
    const { commit, clock, titles } = desk({ joined: true })
    commit(finished)
    clock.advance(8_000)
    expect(titles()).toEqual(["Ed has replied"])
  })

  it("at the end of its checks is told as well, and that it is done", () => {
    const done = { kind: "done", at: teamTime, verified: true } as const
    const { commit, clock, titles } = desk({ joined: true, standing: done })
    commit({ type: "verification.ended", ...ids, passed: true, checks: [] }, finished, {
      type: "agent.moved",
      agentId: ids.agentId,
      standing: done,
      because: "Every check passed.",
    })
    clock.advance(8_000)
    expect(titles()).toEqual(["Ed is done"])
  })

  it.each([
    ["that failed", "", "Ed has stopped", "Its turn failed. Your turn."],
    ["that says it is blocked", "<chorus>BLOCKED:no disk</chorus>", "Ed is stuck", "It does not go on by itself. Your turn."],
    ["that said something", "Half of it.", "Ed has replied", "Your turn."],
  ])("of a turn %s is told as what it is", async (_, said, title, body) => {
    const theatre = await openTheatre()
    const user = userAt("c1")
    await theatre.do({ type: "agent.spawn", parentId: jakeId, name: "Ed", assignment: "do it" }, user)
    const ed = theatre.named("Ed").id
    await theatre.do({ type: "presence.join", agentId: ed, pane: "p1", cause: "navigate" }, user)
    theatre.exchange("Ed").text(said)
    theatre.exchange("Ed").finish()
    await theatre.settled()
    await theatre.pass(8_000)
    expect(theatre.notices).toMatchObject([{ title, body }])
    theatre.close()
  })

  it("of an agent on its own is never told", () => {
    const { commit, clock, titles } = desk({ joined: false })
    commit(finished)
    clock.advance(600_000)
    expect(titles()).toEqual([])
  })

  it("that is none, because it goes on at once, is not told", () => {
    const { commit, clock, titles } = desk({ joined: true })
    commit(finished)
    commit(started)
    clock.advance(600_000)
    expect(titles()).toEqual([])
  })
})

it("the badge is set when its count changes, and only then", () => {
  const { raise, resolve, notifier } = desk()
  raise(question("a"))
  raise(question("b"))
  raise(sampleItem("knock", { id: "k", agentId: "ed" }))
  resolve("k")
  resolve("a")
  resolve("b")
  expect(notifier.counts).toEqual([1, 2, 1, 0])
})

it("the first look after quiet hours brings one line about them", () => {
  const { settings, raise, commit, focus, clock, notifier, titles } = desk()
  settings({ quietHours: { on: true, from: "11:00", to: "13:00", letStopTheLineThrough: true } })
  raise(question())
  commit({ type: "agent.moved", agentId: ids.agentId, standing: { kind: "done", at: teamTime, verified: true }, because: "" })
  clock.advance(2 * 3_600_000)
  focus(look)
  expect([notifier.summaries, titles()]).toEqual([["While quiet: 1 waiting, 1 finished"], []])
})
