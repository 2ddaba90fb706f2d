// Telling the user outside of the app, on a clock the test turns (OPM-10, ux 2.8).
import type { AgentId, AttentionItem, AttentionPolicy, Instant, ItemId } from "@kibitz/contract"
import { sampleItem, sampleTeam } from "@kibitz/testkit"
import fc from "fast-check"
import { describe, expect, it, test } from "vitest"
import { badgeCount, isQuietHour } from "./notify-policy.ts"
import { budget, calm, desk, MINUTE, question, SECOND } from "./testing/desk.ts"

describe("OPM-10 when", () => {
  it("nothing is told while a window of the app has the focus", () => {
    const { raise, pass, focus, log } = desk({}, { focused: true })
    raise(question("ed"))
    focus(false)
    pass(MINUTE)
    expect(log).toEqual([])
  })

  it("what is blocked on the user is told after eight seconds, unless it is settled by then", () => {
    const { raise, pass, titles, hear } = desk()
    const settled = question("mira")
    raise(settled, "Mira")
    raise(question("ed"), "Ed")
    pass(7_999)
    expect(titles()).toEqual([])
    hear({ type: "settled", itemId: settled.id })
    pass(1)
    expect(titles()).toEqual(["Ed has a question"])
  })

  it("coming back takes back what stands and what was about to be told", () => {
    const { raise, pass, focus, log } = desk()
    raise(question("ed"))
    focus(true)
    pass(MINUTE)
    expect(log.map(({ action }) => action.type)).toEqual(["clear"])
  })

  test.each([
    ["stuck", [], ["ed is stuck"]],
    ["result", [], ["ed is done"]],
    ["knock", [], ["ed knocks"]],
    ["approval", ["ed asks for approval"], ["ed asks for approval"]],
    ["provider", ["The provider refuses"], ["The provider refuses"]],
  ] as const)("%s is told as the user has chosen", (kind, byDefault, whenAllAreOn) => {
    const all = { stopTheLine: true, blockedOnYou: true, stuck: true, yourTurn: true, knocks: true, toReview: true }
    for (const [policy, expected] of [
      [{}, byDefault],
      [{ notify: all }, whenAllAreOn],
      [
        { notify: { stopTheLine: false, blockedOnYou: false, stuck: false, yourTurn: false, knocks: false, toReview: false } },
        [],
      ],
    ] as const) {
      const { raise, pass, titles } = desk(policy)
      raise(sampleItem(kind, { id: "i", agentId: "ed" }))
      pass(MINUTE)
      expect(titles()).toEqual(expected)
    }
  })

  it("a unit that waits for a look is told only where it is asked for, like a knock", () => {
    for (const [knocks, expected] of [
      [false, []],
      [true, ["ed has done a step"]],
    ] as const) {
      const { raise, pass, titles } = desk({ notify: { ...calm.notify, knocks } })
      raise(sampleItem("your-turn", { id: "y", agentId: "ed", why: "unit" }))
      pass(MINUTE)
      expect(titles()).toEqual(expected)
    }
  })

  it("every stop of an agent the user is joined to is told, unless it goes on by itself", () => {
    const { hear, pass, titles } = desk()
    hear({ type: "stopped", agentId: "ed" as AgentId, name: "Ed" })
    hear({ type: "stopped", agentId: "mira" as AgentId, name: "Mira" })
    hear({ type: "went-on", agentId: "mira" as AgentId })
    pass(MINUTE)
    expect(titles()).toEqual(["Ed has replied"])
  })

  it("an agent on its own is never told about for stopping", () => {
    const { raise, pass, log } = desk()
    raise(sampleItem("your-turn", { id: "y", agentId: "ed", why: "stopped" }))
    pass(MINUTE)
    expect(log).toEqual([])
  })
})

describe("OPM-10 how often", () => {
  it("several become one, the most urgent first, each agent once", () => {
    const { raise, pass, log } = desk()
    for (const name of ["Ed", "Mira", "Ada", "Ed", "Bo"]) raise(question(name.toLowerCase()), name)
    raise(budget("cy"), "Cy")
    pass(8 * SECOND)
    expect(log).toMatchObject([
      { at: 8_000, action: { type: "show", notice: { title: "5 agents need you: Cy, Ed, +3", tier: 0, agentId: "cy" } } },
    ])
  })

  it("the same agent is told about once a minute; what came too early is told then", () => {
    const { raise, pass, log } = desk()
    raise(question("ed", "first"))
    pass(10 * SECOND)
    raise(question("ed", "second"))
    pass(5 * MINUTE)
    expect(log.map(({ at, action }) => [at, "notice" in action && action.notice.body])).toEqual([
      [8_000, "first"],
      [68_000, "second"],
    ])
  })

  it("after six in an hour there is one digest that is renewed, until the app is focused", () => {
    const { raise, pass, log, focus, titles } = desk()
    for (let at = 1; at <= 9; at += 1) {
      raise(question(`agent${at}`), `A${at}`)
      pass(MINUTE)
    }
    expect(log.map(({ action }) => action.type)).toEqual([...Array(6).fill("show"), ...Array(3).fill("replace")])
    expect(titles().slice(-3)).toEqual(["A7 has a question", "2 agents need you: A8, A7", "3 agents need you: A9, A8, +1"])
    expect(log.slice(-3).map(({ action }) => "notice" in action && action.notice.id)).toEqual(["digest", "digest", "digest"])
    pass(2 * 60 * MINUTE)
    raise(question("agent10"), "A10")
    pass(MINUTE)
    expect(log.at(-1)?.action.type).toBe("replace")
    focus(true)
    focus(false)
    raise(question("agent11"), "A11")
    pass(MINUTE)
    expect(log.at(-1)?.action).toMatchObject({ type: "show", notice: { title: "A11 has a question" } })
  })

  it("what was settled is not in the digest any more", () => {
    const { raise, pass, hear, titles } = desk({ perHour: 1 })
    const items = ["a", "b", "c"].map((id) => question(id))
    for (const item of items) {
      raise(item)
      pass(MINUTE)
      if (item === items[1]) hear({ type: "settled", itemId: item.id })
    }
    expect(titles()).toEqual(["a has a question", "b has a question", "c has a question"])
  })
})

describe("OPM-10 quiet", () => {
  const night = { ...calm.quietHours, on: true }

  it("heads-down keeps all but what stops the line away, and forgets it afterwards", () => {
    const { raise, pass, titles, headsDown } = desk()
    headsDown(25)
    raise(question("ed"))
    raise(budget("mira"), "Mira")
    pass(60 * MINUTE)
    raise(question("ada"))
    pass(MINUTE)
    expect(titles()).toEqual(["Mira is out of money", "ada has a question"])
  })

  it("heads-down also holds back what was about to be told", () => {
    const { raise, pass, titles, headsDown } = desk()
    raise(question("ed"))
    headsDown(25)
    pass(MINUTE)
    expect(titles()).toEqual([])
  })

  test.each([
    [true, ["ed is out of money"]],
    [false, []],
  ])("at night only what stops the line is told, if it may: %s", (letStopTheLineThrough, expected) => {
    const { raise, pass, titles, log } = desk(
      { sound: true, quietHours: { ...night, letStopTheLineThrough } },
      { start: "2026-01-01T23:30:00.000Z" as Instant },
    )
    raise(budget("ed"))
    raise(question("mira"))
    pass(MINUTE)
    expect(titles()).toEqual(expected)
    for (const { action } of log) expect(action).toMatchObject({ notice: { silent: true } })
  })

  it("on the first look after the night one line says what happened meanwhile, once", () => {
    const { raise, pass, focus, hear, log } = desk({ quietHours: night }, { start: "2026-01-01T22:30:00.000Z" as Instant })
    const items = ["a", "b", "c", "d", "e"].map((id) => question(id))
    for (const item of items) raise(item)
    for (let done = 0; done < 11; done += 1) hear({ type: "finished" })
    raise(sampleItem("result", { id: "r", agentId: "a" }))
    hear({ type: "settled", itemId: items[0]?.id as ItemId })
    pass(9 * 60 * MINUTE)
    hear({ type: "finished" })
    focus(true)
    focus(false)
    focus(true)
    expect(log.flatMap(({ action }) => (action.type === "summary" ? [action.text] : []))).toEqual([
      "While quiet: 4 waiting, 11 finished",
    ])
  })

  it("who looks during the night has seen what was there: the line counts from then on", () => {
    const { raise, pass, focus, last } = desk({ quietHours: night }, { start: "2026-01-01T22:30:00.000Z" as Instant })
    raise(question("a"))
    focus(true)
    expect(last()).toEqual({ type: "clear" })
    focus(false)
    raise(question("b"))
    pass(9 * 60 * MINUTE)
    focus(true)
    expect(last()).toEqual({ type: "summary", text: "While quiet: 1 waiting" })
  })

  it("the night is where the user is, and goes over midnight", () => {
    const at = (time: string, zone: string, from: string, to: string) =>
      isQuietHour({
        policy: { ...calm, quietHours: { ...night, from, to } },
        now: { ms: 0, at: `2026-01-01T${time}:00.000Z` as Instant },
        zone,
      })
    const berlin = ["20:59", "21:00", "05:59", "06:00"].map((time) => at(time, "Europe/Berlin", "22:00", "07:00"))
    expect(berlin).toEqual([false, true, true, false])
    expect(["12:59", "13:00", "13:59", "14:00"].map((time) => at(time, "UTC", "13:00", "14:00"))).toEqual([
      false,
      true,
      true,
      false,
    ])
    expect(at("13:00", "UTC", "13:00", "13:00")).toBe(false)
  })
})

describe("OPM-10 what it says", () => {
  const body = (item: AttentionItem, policy: Partial<AttentionPolicy> = {}) => {
    const { raise, pass, last } = desk({ notify: { ...calm.notify, stuck: true, knocks: true, toReview: true }, ...policy })
    raise(item, "Ed")
    pass(MINUTE)
    const action = last()
    return action && "notice" in action ? `${action.notice.title} | ${action.notice.body}` : null
  }

  it("T17 never a command or what is in a file", () => {
    const secret = "npm run deploy --token=abc"
    const items = [
      sampleItem("approval", { id: "i", agentId: "ed", detail: secret, stepTwo: secret, effects: [secret] }),
      sampleItem("phase-request", { id: "i", agentId: "ed", detail: secret }),
      sampleItem("stuck", { id: "i", agentId: "ed", detail: secret }),
      sampleItem("your-turn", { id: "i", agentId: "ed", why: "unit", detail: secret }),
      sampleItem("question", { id: "i", agentId: "ed", question: `May I run \`${secret}\`?` }),
      sampleItem("result", { id: "i", agentId: "ed", summary: `Done:\n\`\`\`sh\n${secret}\n\`\`\`` }),
      sampleItem("help", { id: "i", agentId: "ed", reason: `This fails:\n\`\`\`\n${secret}` }),
    ]
    for (const item of items) {
      expect(body(item)).not.toBeNull()
      expect(body(item)).not.toContain("deploy")
    }
  })

  it("the first 80 characters, whole ones, on one line, none of them hidden", () => {
    expect(body(question("ed", `${"🙂".repeat(90)}`))).toBe(`Ed has a question | ${"🙂".repeat(80)}…`)
    expect(body(question("ed", "one\n\n  two\u202e"))).toBe("Ed has a question | one two\\u{202e}")
  })

  it("nothing but that somebody waits, where the user wants it so", () => {
    expect(body(question("ed"), { hideContent: true })).toBe("Kibitz | An agent needs you.")
    const { raise, pass, titles } = desk({ hideContent: true })
    raise(question("ed"), "Ed")
    raise(question("mira"), "Mira")
    pass(MINUTE)
    expect(titles()).toEqual(["Kibitz"])
  })

  it("a sound only if it is on, for the two most urgent tiers, at most every 30 seconds", () => {
    const { raise, pass, log } = desk({ sound: true, coalesceMs: 0, notify: { ...calm.notify, knocks: true } })
    const silent = () => log.map(({ action }) => "notice" in action && action.notice.silent)
    raise(sampleItem("knock", { id: "k", agentId: "ada" }))
    raise(question("ed"))
    pass(29_999)
    raise(question("mira"))
    pass(1)
    raise(question("bo"))
    expect(silent()).toEqual([true, false, true, false])
    const off = desk({ coalesceMs: 0 })
    off.raise(budget("ed"))
    expect(off.last()).toMatchObject({ notice: { silent: true } })
  })
})

test("the badge counts what stops the line and who is blocked, also while it sleeps", () => {
  const items = [
    budget("ed"),
    question("ed"),
    { ...question("mira"), snoozed: "team" as const },
    sampleItem("stuck", { id: "s", agentId: "ed" }),
    sampleItem("result", { id: "r", agentId: "ed" }),
  ]
  const attention = Object.fromEntries(items.map((item) => [item.id, item]))
  expect(badgeCount(sampleTeam([{ id: "jake" }], { attention } as never))).toBe(3)
})

test("OPM-10 whatever happens: never more than the hour's budget, never the same agent too soon, never to one who looks", () => {
  const agents = ["a", "b", "c", "d"] as const
  const act = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({ do: fc.constant("raise" as const), agent: fc.constantFrom(...agents), tier: fc.nat(4) }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constant("stop" as const), agent: fc.constantFrom(...agents) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("settle" as const), which: fc.nat(50) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("focus" as const), on: fc.boolean() }) },
    { weight: 6, arbitrary: fc.record({ do: fc.constant("pass" as const), ms: fc.integer({ min: 0, max: 20 * MINUTE }) }) },
  )
  const policies = fc.record({
    perHour: fc.integer({ min: 1, max: 6 }),
    perAgentMs: fc.nat(5 * MINUTE),
    coalesceMs: fc.nat(30_000),
  })
  fc.assert(
    fc.property(policies, fc.array(act, { maxLength: 120 }), (policy, acts) => {
      const { raise, pass, focus, hear, log } = desk(policy)
      const named: { agent: string; at: number }[] = []
      let looks = false
      let raisedSoFar = 0
      for (const one of acts) {
        const before = log.length
        if (one.do === "raise") raise({ ...question(one.agent), id: `i${raisedSoFar++}` as ItemId, tier: one.tier })
        if (one.do === "stop") hear({ type: "stopped", agentId: one.agent as AgentId, name: one.agent })
        if (one.do === "settle") hear({ type: "settled", itemId: `i${one.which}` as ItemId })
        if (one.do === "pass") pass(one.ms)
        if (one.do === "focus") {
          focus(one.on)
          looks = one.on
        }
        const notices = log.slice(before).flatMap(({ at, action }) => ("notice" in action ? [{ at, ...action.notice }] : []))
        if (looks) expect(notices).toEqual([])
        for (const { at, agentId, title, id } of notices) {
          // A digest names again who is still in it; every other notice names only those it is about, up to two of them.
          if (id === "digest") continue
          const several = /agents need you: (.*)$/.exec(title)?.[1]?.split(", ") ?? [agentId]
          named.push(...several.filter((name) => !name.startsWith("+")).map((agent) => ({ agent, at })))
        }
      }
      const plain = log.filter(({ action }) => action.type === "show").map(({ at }) => at)
      for (const at of plain) {
        expect(plain.filter((other) => other > at - 60 * MINUTE && other <= at).length).toBeLessThanOrEqual(policy.perHour)
      }
      for (const agent of agents) {
        const times = named.filter((one) => one.agent === agent).map(({ at }) => at)
        for (const [place, at] of times.slice(1).entries())
          expect(at - (times[place] ?? 0)).toBeGreaterThanOrEqual(policy.perAgentMs)
      }
    }),
    { numRuns: 300 },
  )
})
