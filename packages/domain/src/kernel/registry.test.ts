// A concept is added through the registry alone, and everything has exactly one owner.
import { type AgentId, type Command, type Event, jakeId, type Recorded, toInstant, type World } from "@kibitz/contract"
import { describe, expect, it } from "vitest"
import { concepts } from "../concepts.ts"
import { records } from "../records.ts"
import { findAgent } from "../team/agents.ts"
import { type Concept, defineConcept } from "./concept.ts"
import { followUp } from "./follow-ups.ts"
import { accept, fromApp, type Occasion, reject } from "./outcome.ts"
import { worldOf } from "./registry.ts"

// Two commands, three events, a follow-up rule, a slice of the world, a transcript line and an audit line.
type PlantCommand =
  | { readonly type: "plant.water"; readonly agentId: AgentId; readonly litres: number }
  | { readonly type: "plant.cut"; readonly agentId: AgentId }
type PlantEvent =
  | { readonly type: "plant.watered"; readonly agentId: AgentId; readonly litres: number }
  | { readonly type: "plant.bloomed"; readonly agentId: AgentId }
  | { readonly type: "plant.was-cut"; readonly agentId: AgentId }
type Garden = World & { readonly plant: { readonly litres: number; readonly blooms: boolean } }

const plantOf = (world: World) => (world as Garden).plant
const plant = {
  name: "plant",
  world: { plant: { litres: 0, blooms: false } },
  commands: {
    "plant.water": (_: World, { agentId, litres }: Extract<PlantCommand, { type: "plant.water" }>) =>
      accept({ type: "plant.watered", agentId, litres } as unknown as Event),
    "plant.cut": (world: World, { agentId }: Extract<PlantCommand, { type: "plant.cut" }>) =>
      plantOf(world).blooms
        ? accept({ type: "plant.was-cut", agentId } as unknown as Event)
        : reject("unavailable", "Nothing blooms yet."),
  },
  events: {
    "plant.watered": (world: World, { litres }: Extract<PlantEvent, { type: "plant.watered" }>) => ({
      plant: { ...plantOf(world), litres: plantOf(world).litres + litres },
    }),
    "plant.bloomed": (world: World) => ({ plant: { ...plantOf(world), blooms: true } }),
    "plant.was-cut": () => ({ plant: { litres: 0, blooms: false } }),
  },
  followUps: [
    followUp<PlantEvent>({
      name: "bloom",
      stage: "rounds",
      on: ["plant.watered"] as unknown as Event["type"][],
      find: (events, world) => (plantOf(world).litres >= 3 && !plantOf(world).blooms ? (events as never) : []),
      run: (_, { agentId }) => [{ type: "plant.bloomed", agentId } as unknown as Event],
    }),
  ],
  beginsLines: { "plant.watered": ({ agentId }: PlantEvent) => [agentId] },
  completesLine: { "plant.bloomed": ({ agentId }: PlantEvent) => agentId },
  endsLive: { "plant.was-cut": () => ({ ends: "turn", turnId: "turn_1" }) },
  notices: { "plant.bloomed": () => [{ type: "finished" }] },
  history: { "plant.bloomed": () => [{ role: "user", content: [{ type: "text", text: "It blooms." }] }] },
  historyMarks: { "plant.was-cut": () => ({ startsOver: true }) },
  looksAfter: { "plant.was-cut": () => [{ kind: "audit" }], "settings.changed": () => [{ kind: "sandbox" }] },
  transcript: {
    "plant.bloomed": (items: { push: (item: unknown) => void }, _: PlantEvent, line: { key: string }) =>
      items.push({ kind: "app", ...line, line: "", text: "It blooms." }),
  },
  audit: {
    "plant.was-cut": ({ agentId }: PlantEvent) => ({ kind: "agent", agentId, rule: "cut", because: "You cut it.", facts: {} }),
  },
} as unknown as Concept

const at = toInstant(Temporal.Instant.from("2026-03-05T12:00:00Z"))
const occasion: Occasion = { at, id: (prefix, nth) => `${prefix}_${nth}`, origin: fromApp }

function garden() {
  const rules = worldOf([...concepts, plant], (world, id) => findAgent(world, id)?.posture ?? null)
  let world = rules.emptyWorld
  const journal: Recorded[] = []
  const run = (command: Command | PlantCommand) => {
    const decision = rules.decide(world, command as Command, occasion)
    if ("rejection" in decision) return decision.rejection.message
    for (const event of decision.events) {
      const recorded = { seq: world.seq + 1, at, event }
      world = rules.evolve(world, recorded)
      journal.push(recorded)
    }
    return decision.events.map(({ type }) => type as string)
  }
  run({ type: "agent.found", agentId: jakeId, name: "Jake" })
  return { rules, run, journal, world: () => world }
}

describe("a new concept", () => {
  it("is decided, folded and followed up without a change to any other file", () => {
    const { run, world } = garden()
    expect(run({ type: "plant.cut", agentId: jakeId })).toBe("Nothing blooms yet.")
    expect(run({ type: "plant.water", agentId: jakeId, litres: 2 })).toEqual(["plant.watered"])
    expect(run({ type: "plant.water", agentId: jakeId, litres: 2 })).toEqual(["plant.watered", "plant.bloomed"])
    expect(plantOf(world())).toEqual({ litres: 4, blooms: true })
    expect(run({ type: "plant.cut", agentId: jakeId })).toEqual(["plant.was-cut"])
    expect(plantOf(world())).toEqual({ litres: 0, blooms: false })
  })

  it("is shown in the transcript and written to the audit log", () => {
    const { rules, run, journal, world } = garden()
    run({ type: "plant.water", agentId: jakeId, litres: 3 })
    run({ type: "plant.cut", agentId: jakeId })
    expect(journal.map(({ event }) => rules.transcriptOf(event))).toEqual([null, null, jakeId, null])
    expect(rules.foldTranscript([], journal)).toEqual([{ kind: "app", key: "3", at, line: "", text: "It blooms." }])
    const told = journal.flatMap(({ seq, event }) => rules.auditOf(event, world(), seq, at) ?? [])
    expect(told.map(({ rule, agentId }) => [rule, agentId])).toEqual([
      ["founded", jakeId],
      ["cut", jakeId],
    ])
  })
})

describe("what an event of a new concept means elsewhere", () => {
  const of = (type: string) => ({ type, agentId: jakeId, litres: 1 }) as unknown as Event

  it("is declared with it: lines, the reply being written, notices and the history", () => {
    const { rules, world } = garden()
    expect(rules.linesBegunBy(of("plant.watered"))).toEqual([jakeId])
    expect(rules.lineCompletedBy(of("plant.bloomed"))).toBe(jakeId)
    expect(rules.liveEndOf(of("plant.was-cut"))).toEqual({ ends: "turn", turnId: "turn_1" })
    expect(rules.noticesOf(of("plant.bloomed"), world(), null)).toEqual([{ type: "finished" }])
    expect(rules.historyOf(of("plant.bloomed"))).toHaveLength(1)
    expect(rules.historyMarkOf(of("plant.was-cut"))).toEqual({ startsOver: true })
  })

  it("is nothing where nothing is declared", () => {
    const { rules, world } = garden()
    const other = of("settings.changed")
    expect([rules.linesBegunBy(other), rules.noticesOf(other, world(), null), rules.historyOf(other)]).toEqual([[], [], []])
    expect([rules.lineCompletedBy(other), rules.liveEndOf(other), rules.historyMarkOf(other)]).toEqual([null, null, null])
  })
})

describe("what is looked at after an event", () => {
  const settingsChanged = { type: "settings.changed" } as Event

  it("is declared by any concept that wants it, also about the events of another", () => {
    const { rules, world } = garden()
    const after = (event: Event) => rules.looksAfter(event, world(), world())
    expect(after({ type: "plant.was-cut", agentId: jakeId } as unknown as Event)).toEqual([{ kind: "audit" }])
    expect(after(settingsChanged)).toEqual([{ kind: "sandbox" }])
  })
})

const recordParts = [
  "world",
  "events",
  "totals",
  "transcript",
  "inTranscript",
  "beginsLines",
  "completesLine",
  "endsLive",
  "lean",
]

describe("ownership", () => {
  it("fails where two concepts own the same command or the same event", () => {
    const second = defineConcept({ name: "second", events: { "settings.changed": () => ({}) } })
    const third = defineConcept({ name: "third", commands: { "settings.change": () => accept() } })
    expect(() => worldOf([...concepts, second], () => null)).toThrow("settings.changed belongs to settings and to second")
    expect(() => worldOf([...concepts, third], () => null)).toThrow("settings.change belongs to settings and to third")
  })

  it("lets a concept show, write down and prepare only what is its own", () => {
    const foreign = (concepts as readonly Concept[]).flatMap(({ name, commands, events, ...rest }) => {
      const shown = [
        rest.transcript,
        rest.beginsLines,
        rest.completesLine,
        rest.endsLive,
        rest.lean,
        rest.history,
        rest.historyMarks,
        rest.notices,
        rest.beginsCalls,
        rest.audit,
      ].flatMap((part) => Object.keys(part ?? {}))
      const asked = [rest.lookups, rest.preparations].flatMap((part) => Object.keys(part ?? {}))
      const strangers = [
        ...shown.filter((type) => !(type in (events ?? {}))),
        ...asked.filter((type) => !(type in (commands ?? {}))),
      ]
      return strangers.map((type) => `${name}: ${type}`)
    })
    expect(foreign).toEqual([])
  })

  it("lists the records in the order of the concepts, so that screens and rules fold alike", () => {
    const folding = (concepts as readonly Concept[]).filter(({ name, ...parts }) => recordParts.some((part) => part in parts))
    expect(records.map(({ name }) => name)).toEqual(folding.map(({ name }) => name))
  })

  it("has one slice of the world for each part of it", () => {
    const parts = (concepts as readonly Concept[]).flatMap(({ world = {} }) => Object.keys(world))
    expect(parts.toSorted()).toEqual([...new Set(parts)].toSorted())
  })
})
