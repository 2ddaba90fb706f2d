// Putting things off: until when, whose, and that they come back.
import {
  type AgentId,
  type AttentionItem,
  type Command,
  fromInstant,
  type Instant,
  type ItemId,
  jakeId,
  type TurnId,
  toInstant,
  type World,
} from "@kibitz/contract"
import { replayWithJake, replyOf, sampleItem, sampleTeam, teamTime } from "@kibitz/testkit"
import fc from "fast-check"
import { describe, expect, it, test } from "vitest"
import type { Moment } from "../kernel/outcome.ts"
import { agentStatus } from "../team/status.ts"
import { noTally } from "../team/tally.ts"
import { decideQuiet, decideSeen, decideSnooze } from "./decide.ts"
import { isSnoozed, nextMorning } from "./snooze.ts"

const moment: Moment = {
  at: teamTime,
  id: (prefix) => `${prefix}_1`,
  origin: { actor: "user", surface: "desktop" },
  zone: "Europe/Berlin",
}
const app = { actor: "app", surface: null } as const
const noWork = { ...noTally, agents: 1, waiting: 1 }
const team = (work: Partial<typeof noWork>, items: World["attention"] = {}) =>
  sampleTeam(
    [
      { id: "jake" },
      { id: "lead", under: "jake", tally: { ...noWork, working: 5 } },
      { id: "ed", under: "lead", tally: { ...noWork, ...work } },
    ],
    { attention: items },
  )
const waiting = (...items: readonly AttentionItem[]) =>
  Object.fromEntries(items.map((item) => [item.id, item])) as World["attention"]
const snooze = (itemId: string, until: Extract<Command, { type: "attention.snooze" }>["until"]) =>
  ({ type: "attention.snooze", itemId: itemId as ItemId, until }) as const

describe("putting off", () => {
  const question = sampleItem("question", { id: "q", agentId: "lead" })

  it("lasts so many minutes, or until eight in the morning where the user is", () => {
    const world = team({}, waiting(question))
    const until = (wish: 5 | 30 | "tomorrow") => decideSnooze(world, snooze("q", wish), moment)
    expect(until(5)).toMatchObject({ events: [{ type: "attention.snoozed", until: "2026-01-01T12:05:00.000Z" }] })
    expect(until(30)).toMatchObject({ events: [{ until: "2026-01-01T12:30:00.000Z" }] })
    expect(until("tomorrow")).toMatchObject({ events: [{ until: "2026-01-02T07:00:00.000Z" }] })
  })

  it("until the team has finished lasts while somebody below works or goes on by itself", () => {
    const asleep = { ...question, snoozed: "team" as const }
    for (const work of [{ working: 1 }, { stopped: 1 }]) expect(isSnoozed(team(work), asleep, teamTime)).toBe(true)
    expect(isSnoozed(team({ done: 1 }), asleep, teamTime)).toBe(false)
  })

  it("until the team has finished is refused where nobody below works: it would end at once", () => {
    expect(decideSnooze(team({}, waiting(question)), snooze("q", "team"), moment)).toMatchObject({
      rejection: { kind: "not-allowed" },
    })
    expect(decideSnooze(team({ working: 1 }, waiting(question)), snooze("q", "team"), moment)).toMatchObject({
      events: [{ until: "team" }],
    })
  })

  it("takes equal ones along, and can be taken back", () => {
    const other = sampleItem("question", { id: "r", agentId: "ed", batch: "same" })
    const world = team({}, waiting({ ...question, batch: "same" }, other))
    const events = decideSnooze(world, snooze("q", 5), moment)
    expect(events).toMatchObject({
      events: [
        { itemId: "q", agentId: "lead" },
        { itemId: "r", agentId: "ed" },
      ],
    })
    const asleep = team({}, waiting({ ...question, snoozed: teamTime }))
    expect(decideSnooze(asleep, snooze("q", null), moment)).toMatchObject({ events: [{ until: null }] })
    expect(decideSnooze(world, snooze("q", null), moment)).toEqual({ events: [] })
  })

  it("is refused for what does not wait, also for names every object has", () => {
    for (const id of ["other", "constructor", "toString"]) {
      expect(decideSnooze(team({}), snooze(id, 5), moment)).toMatchObject({ rejection: { kind: "unknown-item" } })
    }
  })

  it("ends exactly at its time", () => {
    const asleep = { ...question, snoozed: teamTime }
    const before = toInstant(fromInstant(teamTime).subtract({ milliseconds: 1 }))
    expect([isSnoozed(team({}), asleep, before), isSnoozed(team({}), asleep, teamTime)]).toEqual([true, false])
  })
})

test("the next morning is eight o'clock there, later than now, and not more than a day and an hour away", () => {
  const zones = fc.constantFrom("UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "Pacific/Apia")
  const moments = fc.date({ min: new Date("2020-01-01"), max: new Date("2030-01-01"), noInvalidDate: true })
  fc.assert(
    fc.property(moments, zones, (date, zone) => {
      const at = date.toISOString() as Instant
      const morning = fromInstant(nextMorning(at, zone)).toZonedDateTimeISO(zone)
      expect(morning.toPlainTime().toString()).toBe("08:00:00")
      const hours = (morning.epochMilliseconds - date.getTime()) / 3_600_000
      expect(hours).toBeGreaterThan(0)
      expect(hours).toBeLessThanOrEqual(25)
    }),
  )
})

describe("looking", () => {
  const seen = (item: AttentionItem) => decideSeen(team({}, waiting(item)), { type: "attention.seen", itemId: item.id }, moment)

  it("ends what is there to be looked at, and nothing else", () => {
    expect(seen(sampleItem("result", { id: "r", agentId: "ed" }))).toMatchObject({
      events: [{ outcome: "seen", surface: "desktop" }],
    })
    expect(seen(sampleItem("your-turn", { id: "y", agentId: "ed" }))).toMatchObject({ events: [{ outcome: "seen" }] })
    for (const kind of ["question", "approval", "stuck", "help", "provider"] as const) {
      expect(seen(sampleItem(kind, { id: "x", agentId: "ed" }))).toMatchObject({ rejection: { kind: "not-allowed" } })
    }
  })
})

test("heads-down lasts so many minutes, and ends when it is told to", () => {
  const quiet = (minutes: number, world: World) => decideQuiet(world, { type: "attention.quiet", minutes }, moment)
  expect(quiet(25, team({}))).toEqual({ events: [{ type: "attention.quieted", until: "2026-01-01T12:25:00.000Z" }] })
  expect(quiet(0, team({}))).toEqual({ events: [] })
  expect(quiet(0, { ...team({}), quietUntil: teamTime })).toEqual({ events: [{ type: "attention.quieted", until: null }] })
})

test("whoever waits for an answer that was put off needs nobody until it is back, or until it asks for something else", () => {
  const run = replayWithJake()
  run.must({ type: "agent.spawn", parentId: jakeId, name: "Ed", assignment: "build it" })
  const ed = run.agent(jakeId).childIds[0] as AgentId
  const asks = (question: string) => {
    const [call] = run.proposes(ed, { name: "ask_user", input: { question } })
    const turnId = run.agent(ed).turn?.id as TurnId
    run.must({ type: "call.apply", agentId: ed, turnId, callId: call?.id as never }, app)
  }
  const status = () => agentStatus(run.agent(ed))
  asks("Red or blue?")
  const [first] = run.agent(ed).items
  run.must({ type: "attention.snooze", itemId: first as ItemId, until: 5 })
  expect(status()).toBe("working")
  const stops = { type: "turn.reply", agentId: ed, turnId: run.agent(ed).turn?.id as TurnId } as const
  run.must({ ...stops, reply: replyOf([{ type: "text", text: "I wait." }]) }, app)
  expect(status()).toBe("put-off")
  run.must({ type: "attention.snooze", itemId: first as ItemId, until: null })
  expect(status()).toBe("needs-you")
  run.must({ type: "attention.snooze", itemId: first as ItemId, until: 5 })
  run.must({ type: "message.send", agentId: ed, text: "go on", delivery: "queue" })
  asks("Large or small?")
  run.must({ ...stops, turnId: run.agent(ed).turn?.id as TurnId, reply: replyOf([{ type: "text", text: "I wait." }]) }, app)
  expect(status()).toBe("needs-you")
  const second = run.agent(ed).items.at(-1) as ItemId
  run.must({ type: "question.answer", itemId: second, text: "small", also: [] })
  run.must({ ...stops, turnId: run.agent(ed).turn?.id as TurnId, reply: replyOf([{ type: "text", text: "I wait." }]) }, app)
  expect(status()).toBe("put-off")
})
