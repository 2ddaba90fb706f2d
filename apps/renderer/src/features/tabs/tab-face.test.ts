// The one sign of a tab (ux 2.4, 2.9): the most urgent of what is awake; what the user has put off calls for nobody.
import type { Agent, AttentionItem, World } from "@kibitz/contract"
import { findAgent } from "@kibitz/domain"
import { sampleItem, sampleTeam, teamTime } from "@kibitz/testkit"
import { expect, test } from "vitest"
import { tabFace } from "./tab-face.ts"

type Kind = AttentionItem["kind"]

function face(fields: Partial<Agent>, ...kinds: readonly (Kind | [Kind, "asleep"])[]) {
  const items = kinds.map((one, at) => {
    const [kind, asleep] = typeof one === "string" ? [one, null] : one
    return { ...sampleItem(kind, { id: `i${at}`, agentId: "ed" }), ...(asleep ? { snoozed: teamTime } : {}) } as AttentionItem
  })
  const attention = Object.fromEntries(items.map((item) => [item.id, item])) as World["attention"]
  const world = sampleTeam([{ id: "jake" }, { id: "ed", under: "jake", items: items.map(({ id }) => id), ...fields }], {
    attention,
  })
  const { glyph, word, needs } = tabFace(world, findAgent(world, "ed" as never) ?? expect.fail("nobody"), teamTime)
  return [glyph, word, needs]
}

const goesOn = { due: { at: teamTime, why: "continue" as const } }
const stuck = { standing: { kind: "stuck" as const, at: teamTime, why: "blocked" as const, detail: "" } }

test("what needs the user comes before what is stuck, that before a knock, that before a result, and all before what it does", () => {
  expect(face(goesOn, "result", "knock", "question")).toEqual(["question", "needs you", 1])
  expect(face(stuck, "stuck", "knock")).toEqual(["failed", "stuck", 0])
  expect(face(goesOn, "result", "knock")).toEqual(["yours", "knocks: it would like to talk", 0])
  expect(face(goesOn, "result")).toEqual(["done", "finished, not read yet", 0])
  expect(face(goesOn)).toEqual(["ready", "goes on by itself", 0])
})

test("ux, principle 3: what is put off is not amber, and calls for nobody", () => {
  expect(face({ waits: "you" }, "question")).toEqual(["question", "needs you", 1])
  expect(face({ waits: "you", putOff: true }, ["question", "asleep"])).toEqual(["idle", "put off by you", 0])
  expect(face(goesOn, ["knock", "asleep"])).toEqual(["ready", "goes on by itself", 0])
})
