import {
  type AgentId,
  type AttentionItem,
  type Command,
  defaultSettings,
  type Event,
  type Instant,
  type ItemId,
  jakeId,
  type Settings,
  type World,
} from "@kibitz/contract"
import { type Replay, replayWithJake, sampleItem, sampleTeam } from "@kibitz/testkit"
import { describe, expect, it } from "vitest"
import { emptyWorld } from "../record.ts"
import { auditOf, decide } from "../world.ts"

const at = "2026-03-01T08:00:00.000Z" as Instant
const before = { ...emptyWorld, settings: defaultSettings }

function factsOf(settings: Settings) {
  const event: Event = { type: "settings.changed", settings }
  return auditOf(event, { ...before, settings }, 1, at, before)?.facts
}

describe("what the audit log says about changed settings", () => {
  it("names what has changed, with its new value, and nothing else", () => {
    expect(factsOf({ ...defaultSettings, planningNetwork: !defaultSettings.planningNetwork })).toEqual({
      planningNetwork: !defaultSettings.planningNetwork,
    })
  })

  it("compares what is inside: a copy is no change, a change deep inside is one", () => {
    const models = { ...defaultSettings.models, deep: "another-model" }
    const copied = { ...defaultSettings, defaults: { ...defaultSettings.defaults }, models }
    expect(factsOf(copied)).toEqual({ models })
  })

  it("names all of them when it is not known what they were", () => {
    const event: Event = { type: "settings.changed", settings: defaultSettings }
    expect(auditOf(event, before, 1, at)?.facts).toEqual(defaultSettings)
  })
})

describe("card law 10: what the audit log says about an answer", () => {
  const answers = (run: Replay, command: Command, items: readonly ItemId[]) => {
    const upon = run.world()
    const events = run.must(command, { actor: "user", surface: "desktop", card: { items: [...items], visibleMs: 3200 } })
    return events.flatMap((event) => {
      const body = auditOf(event, run.world(), run.world().seq, at, upon)
      return body?.kind === "answer" ? [body] : []
    })
  }
  const waiting = (run: Replay) => Object.values(run.world().attention)
  const toExecution = {
    type: "posture.change",
    agentId: jakeId,
    changes: { phase: "execution" },
    reason: "",
    when: "now",
    confirm: "execution",
  } as const
  const install = { name: "bash", input: { command: "npm install jose@5" } }

  it("an approval: every axis, the phase, the rule that asked, the pattern that is kept, and how long the card was in view", () => {
    const run = replayWithJake()
    run.must(toExecution)
    run.proposes(jakeId, install)
    const [item] = waiting(run)
    if (item?.kind !== "approval") throw new Error("nothing was asked")
    const pattern = { kind: "command" as const, words: ["npm", "install"], rest: true }
    const items = [{ id: item.id, hash: item.hash }]
    const [body] = answers(run, { type: "approval.answer", items, decision: { kind: "session", pattern } }, [item.id])
    expect(body?.posture).toEqual(run.agent().posture)
    expect(Object.keys(body?.posture ?? {}).sort()).toEqual(
      ["modelMode", "permissionProfile", "phase", "runControl", "style", "surface", "workMode"].sort(),
    )
    expect(body).toMatchObject({
      rule: "allowed",
      posture: { phase: "execution" },
      facts: { card: "approval", rule: item.verdict.rule, pattern: "npm install <any>", visibleMs: 3200, surface: "desktop" },
    })
  })

  it("a phase request: staying is one answer, switching is the other, and both say how long it was looked at", () => {
    for (const how of ["stay", "switch"] as const) {
      const run = replayWithJake()
      run.proposes(jakeId, install)
      const [item] = waiting(run)
      if (item?.kind !== "phase-request") throw new Error("nothing was asked")
      const command = how === "stay" ? ({ type: "phase-request.decline", itemId: item.id } as const) : toExecution
      const bodies = answers(run, command, [item.id])
      expect(bodies.filter(({ facts }) => facts.itemId === item.id)).toMatchObject([
        { facts: { card: "phase-request", rule: "phase", visibleMs: 3200, surface: "desktop" } },
      ])
    }
  })

  it("whatever command an answer is made of, the row says how long its card was in view; what ends besides says nothing", () => {
    const items = [
      sampleItem("question", { id: "asked", agentId: "ed", batch: "same" }),
      sampleItem("question", { id: "also", agentId: "mira", batch: "same" }),
      sampleItem("stuck", { id: "stuck", agentId: "tal" }),
      sampleItem("help", { id: "help", agentId: "tal" }),
    ]
    const world = sampleTeam(
      [{ id: "jake" }, ...["ed", "mira", "tal"].map((id) => ({ id, under: "jake", addressed: true, items: idsOf(items, id) }))],
      { attention: Object.fromEntries(items.map((item) => [item.id, item])) as World["attention"] },
    )
    const rows = (command: Command, ...card: string[]) => {
      const origin = { actor: "user", surface: "desktop", card: { items: card as ItemId[], visibleMs: 3200 } } as const
      const decided = decide(world, command, { at, id: (prefix) => `${prefix}_1`, origin })
      if ("rejection" in decided) throw new Error(decided.rejection.message)
      return decided.events.flatMap((event) => {
        const body = auditOf(event, world, 1, at, world)
        return body?.kind === "answer" ? [`${body.facts.itemId} ${body.facts.card} ${body.facts.visibleMs}`] : []
      })
    }
    const answer: Command = { type: "question.answer", itemId: "asked" as ItemId, text: "jose", also: ["also" as ItemId] }
    expect(rows(answer, "asked", "also")).toEqual(["asked question 3200", "also question 3200"])
    const say = { type: "message.send", agentId: "tal" as AgentId, text: "Try the other one.", delivery: "now" } as const
    expect(rows(say, "stuck")).toEqual(["stuck stuck 3200", "help help 0"])
  })
})

function idsOf(items: readonly AttentionItem[], agentId: string): ItemId[] {
  return items.filter((item) => item.agentId === agentId).map(({ id }) => id)
}
