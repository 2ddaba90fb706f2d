// The order in which things wait for the user (ux 2.6): the golden cases, and what must hold for any queue.
import { type AgentId, type AttentionItem, fromInstant, type Instant, type ItemId, toInstant, type World } from "@kibitz/contract"
import { sampleItem, sampleTeam, teamTime } from "@kibitz/testkit"
import fc from "fast-check"
import { describe, expect, it, test } from "vitest"
import { type OrderContext, orderItems } from "./order.ts"
import { snoozedItems } from "./snooze.ts"

const now = teamTime
const minutesAgo = (minutes: number) => toInstant(fromInstant(now).subtract({ seconds: Math.round(minutes * 60) }))
const calm = (world: World): OrderContext => ({ now, world, lastAnswer: null, visited: new Map(), pinned: new Set() })
const ids = (items: readonly AttentionItem[], context: OrderContext) => orderItems(items, context).map(({ id }) => id)

/** A line of agents of which each waits for the next, and none above the first waits. */
const waitingLine = (name: string, length: number) =>
  Array.from({ length }, (_, at) => ({
    id: `${name}${at}`,
    under: at === 0 ? "jake" : `${name}${at - 1}`,
    waits: "child" as const,
  }))

const parked = { kind: "budget", message: "", status: null, requestId: null, retryAfterMs: null } as const
const trouble = { at: now, turnId: "turn_1" as never, parked: true, failure: parked }

/** The room holds appr-mid and q-old-leaf; three more wait because another agent asks for the same approval as appr-mid. */
const golden = sampleTeam([
  { id: "jake" },
  { id: "spender", under: "jake" },
  ...Array.from({ length: 40 }, (_, at) => ({ id: `poor${at}`, under: "spender", trouble })),
  ...waitingLine("hub", 14),
  { id: "asker", under: "hub13" },
  { id: "room", under: "jake" },
  { id: "mid", under: "room" },
  { id: "leaf", under: "room" },
  ...waitingLine("line", 3),
  { id: "likeMid", under: "line2" },
  ...waitingLine("pair", 2),
  { id: "stuckTwo", under: "pair1" },
  { id: "stuckAlone", under: "jake" },
  { id: "reviewed", under: "jake" },
])
const goldenItems: AttentionItem[] = [
  sampleItem("result", { id: "review", agentId: "reviewed", at: minutesAgo(30) }),
  sampleItem("stuck", { id: "stuck", agentId: "stuckTwo", at: minutesAgo(5) }),
  sampleItem("question", { id: "q-old-leaf", agentId: "leaf", at: minutesAgo(12) }),
  sampleItem("approval", { id: "appr-mid", agentId: "mid", at: minutesAgo(4), batch: "b" }),
  sampleItem("approval", { id: "appr-like", agentId: "likeMid", at: minutesAgo(3), batch: "b" }),
  sampleItem("stuck", { id: "stuck-25m", agentId: "stuckAlone", at: minutesAgo(25) }),
  sampleItem("question", { id: "q-new-hub", agentId: "asker", at: minutesAgo(1) }),
  sampleItem("budget", { id: "budget", agentId: "spender", holderId: "spender" as AgentId, at: minutesAgo(0.2) }),
]

describe("the golden orders", () => {
  it("OPM-9 U3: tiers first, then who holds up most, then who has waited longest; stuck for 25 minutes counts as blocked", () => {
    const entries = orderItems(goldenItems, calm(golden))
    expect(entries.map(({ id }) => id)).toEqual(["budget", "q-new-hub", "stuck-25m", "appr-mid", "q-old-leaf", "stuck", "review"])
    expect(entries.map(({ fanout }) => fanout)).toEqual([40, 14, 0, 3, 0, 2, 0])
    expect(entries.map(({ effectiveTier }) => effectiveTier)).toEqual([0, 1, 1, 1, 1, 2, 4])
  })

  it("OPM-9 U3: after an answer, the room it was given in comes first for two minutes", () => {
    const answered = (seconds: number): OrderContext => ({
      ...calm(golden),
      lastAnswer: { agentId: "leaf" as AgentId, at: minutesAgo(seconds / 60) },
    })
    const near = ["budget", "q-new-hub", "appr-mid", "q-old-leaf", "stuck-25m", "stuck", "review"]
    expect(ids(goldenItems, answered(30))).toEqual(near)
    expect(ids(goldenItems, answered(119))).toEqual(near)
    expect(ids(goldenItems, answered(120))).toEqual(ids(goldenItems, calm(golden)))
  })

  it("OPM-9 U3: what was looked at and left goes behind the others of its tier for 90 seconds", () => {
    const looked = (seconds: number): OrderContext => ({
      ...calm(golden),
      visited: new Map([["q-new-hub" as ItemId, minutesAgo(seconds / 60)]]),
    })
    const behind = ["budget", "stuck-25m", "appr-mid", "q-old-leaf", "q-new-hub", "stuck", "review"]
    expect(ids(goldenItems, looked(10))).toEqual(behind)
    expect(ids(goldenItems, looked(89))).toEqual(behind)
    expect(ids(goldenItems, looked(90))).toEqual(ids(goldenItems, calm(golden)))
  })
})

describe("what moves an item", () => {
  const alone = sampleTeam([{ id: "jake" }, { id: "ed", under: "jake" }, { id: "mira", under: "jake" }])
  const question = (id: string, agentId = "ed", minutes = 1) =>
    sampleItem("question", { id, agentId, at: minutesAgo(minutes), question: id })

  test.each([
    ["stuck", 20, 1],
    ["your-turn", 30, 2],
    ["result", 120, 3],
  ] as const)("%s moves up one step after %i minutes, once", (kind, minutes, tier) => {
    const after = (waited: number) =>
      orderItems([sampleItem(kind, { id: "a", agentId: "ed", at: minutesAgo(waited) })], calm(alone))[0]?.effectiveTier
    expect([after(minutes - 1), after(minutes), after(minutes * 100)]).toEqual([tier + 1, tier, tier])
  })

  it("nothing is promoted to where the line stops", () => {
    const [first] = orderItems([question("q", "ed", 100_000)], calm(alone))
    expect(first?.effectiveTier).toBe(1)
  })

  it("a deadline weighs in its last ten minutes", () => {
    const due = (id: string, minutes: number) =>
      sampleItem("approval", { id, agentId: "ed", expiresAt: toInstant(fromInstant(now).add({ minutes })) })
    const entries = orderItems([due("far", 11), due("near", 5), due("over", -1)], calm(alone))
    expect(entries.map(({ id, score }) => [id, score])).toEqual([
      ["over", 40],
      ["near", 20],
      ["far", 0],
    ])
  })

  it("the one of an agent that is pinned comes first of two alike", () => {
    const items = [question("a", "ed"), question("b", "mira")]
    expect(ids(items, { ...calm(alone), pinned: new Set(["mira" as AgentId]) })).toEqual(["b", "a"])
  })

  it("a cousin is half as near as a sibling, and the one who was answered is nearest", () => {
    const family = sampleTeam([
      { id: "jake" },
      { id: "left", under: "jake" },
      { id: "right", under: "jake" },
      { id: "answered", under: "left" },
      { id: "sibling", under: "left" },
      { id: "cousin", under: "right" },
    ])
    const items = ["jake", "cousin", "sibling", "answered"].map((id) => question(id, id, 0))
    const context = { ...calm(family), lastAnswer: { agentId: "answered" as AgentId, at: now } }
    expect(orderItems(items, context).map(({ id, score }) => [id, score])).toEqual([
      ["answered", 20],
      ["sibling", 20],
      ["cousin", 10],
      ["jake", 0],
    ])
  })

  it("a clock that was set back makes nothing older than new", () => {
    const [entry] = orderItems([question("q", "ed", -60)], calm(alone))
    expect(entry?.score).toBe(0)
  })
})

describe("identical ones", () => {
  const world = sampleTeam([{ id: "jake" }, { id: "ed", under: "jake" }, { id: "mira", under: "jake" }])

  it("OPM-9: equal questions and equal approvals are one entry, led by the oldest; what cannot be undone stands alone", () => {
    const items = [
      sampleItem("question", { id: "q2", agentId: "mira", batch: "same", at: minutesAgo(1) }),
      sampleItem("question", { id: "q1", agentId: "ed", batch: "same", at: minutesAgo(2) }),
      sampleItem("question", { id: "q3", agentId: "ed", at: minutesAgo(2) }),
      sampleItem("approval", { id: "a1", agentId: "ed", batch: "same" }),
      sampleItem("approval", { id: "a2", agentId: "ed", batch: "same", destructive: true }),
    ]
    const entries = orderItems(items, calm(world)).map((entry) => entry.items.map(({ id }) => id))
    expect(entries).toEqual([["q1", "q2"], ["q3"], ["a1"], ["a2"]])
  })

  it("what sleeps is left out, is told apart, and comes back to its place", () => {
    const later = toInstant(fromInstant(now).add({ minutes: 5 }))
    const items = [
      sampleItem("question", { id: "old", agentId: "ed", at: minutesAgo(9), snoozed: later }),
      sampleItem("question", { id: "new", agentId: "mira", at: minutesAgo(1) }),
    ]
    expect(ids(items, calm(world))).toEqual(["new"])
    expect(snoozedItems(items, calm(world)).map(({ id }) => id)).toEqual(["old"])
    expect(ids(items, { ...calm(world), now: later })).toEqual(["old", "new"])
  })
})

describe("any queue", () => {
  const members = [
    { id: "jake" },
    ...waitingLine("w", 5),
    ...Array.from({ length: 6 }, (_, at) => ({ id: `e${at}`, under: `w${at % 5}` })),
  ]
  const world = sampleTeam(members)
  const seconds = fc.integer({ min: -100, max: 20_000 })
  const item = fc.record({
    kind: fc.constantFrom("approval", "question", "knock", "stuck", "result", "budget", "provider", "help" as const),
    agentId: fc.constantFrom(...members.map(({ id }) => id)),
    waited: seconds,
    batch: fc.constantFrom(null, null, "x", "y"),
    sleeps: fc.constantFrom(null, null, null, minutesAgo(1), toInstant(fromInstant(now).add({ minutes: 1 })), "team" as const),
  })
  const queue = fc.array(item, { maxLength: 40 }).map((all) =>
    all.map(({ kind, agentId, waited, batch, sleeps }, at) => {
      const batched = kind === "approval" || kind === "question" ? { batch } : {}
      return sampleItem(kind, { id: `i${at}`, agentId, at: minutesAgo(waited / 60), snoozed: sleeps, ...batched } as never)
    }),
  )
  const context = fc
    .record({
      answered: fc.option(fc.record({ agentId: fc.constantFrom(...members.map(({ id }) => id)), ago: seconds })),
      visited: fc.array(fc.tuple(fc.nat(39), fc.integer({ min: 0, max: 180 }))),
      pinned: fc.subarray(members.map(({ id }) => id as AgentId)),
    })
    .map(
      ({ answered, visited, pinned }): OrderContext => ({
        now,
        world,
        lastAnswer: answered && { agentId: answered.agentId as AgentId, at: minutesAgo(answered.ago / 60) },
        visited: new Map(visited.map(([at, ago]): [ItemId, Instant] => [`i${at}` as ItemId, minutesAgo(ago / 60)])),
        pinned: new Set(pinned),
      }),
    )

  it("loses nothing and doubles nothing: each item is in one entry, or asleep", () => {
    fc.assert(
      fc.property(queue, context, (items, given) => {
        const shown = orderItems(items, given).flatMap((entry) => entry.items.map(({ id }) => id))
        const asleep = snoozedItems(items, given).map(({ id }) => id)
        expect([...shown, ...asleep].sort()).toEqual(items.map(({ id }) => id).sort())
      }),
    )
  })

  it("has one order, whatever order it is given in", () => {
    const shuffled = queue.chain((items) => fc.tuple(fc.constant(items), fc.shuffledSubarray(items, { minLength: items.length })))
    fc.assert(
      fc.property(shuffled, context, ([items, mixed], given) => {
        expect(orderItems(mixed, given)).toEqual(orderItems(items, given))
      }),
    )
  })

  it("keeps to the tiers, and within a tier to visited, score, age and id", () => {
    fc.assert(
      fc.property(queue, context, (items, given) => {
        const entries = orderItems(items, given)
        for (const [at, after] of entries.slice(1).entries()) {
          const before = entries[at] ?? after
          const keys = ({ effectiveTier, visited, score, since, id }: typeof before) =>
            [effectiveTier, visited ? 1 : 0, -score, since, id] as const
          const firstDifference = keys(before).findIndex((key, place) => key !== keys(after)[place])
          expect(firstDifference).toBeGreaterThanOrEqual(0)
          expect((keys(before)[firstDifference] ?? 0) < (keys(after)[firstDifference] ?? 0)).toBe(true)
        }
      }),
    )
  })

  it("of two alike, the one that holds up more agents is never behind", () => {
    fc.assert(
      fc.property(fc.nat(60), fc.nat(60), fc.integer({ min: 0, max: 1000 }), (few, more, waited) => {
        const team = sampleTeam([
          { id: "jake" },
          ...waitingLine("a", few),
          { id: "askerA", under: few === 0 ? "jake" : `a${few - 1}` },
          ...waitingLine("b", few + more + 1),
          { id: "askerB", under: `b${few + more}` },
        ])
        const items = ["A", "B"].map((which) =>
          sampleItem("question", { id: which, agentId: `asker${which}`, at: minutesAgo(waited / 60) }),
        )
        expect(ids(items, calm(team))).toEqual(["B", "A"])
      }),
    )
  })
})
