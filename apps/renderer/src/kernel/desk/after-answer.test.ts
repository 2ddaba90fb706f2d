import type { AgentId, ItemId, World } from "@kibitz/contract"
import { emptyWorld } from "@kibitz/domain"
import { expect, test } from "vitest"
import { afterAnswer } from "./after-answer.ts"

const answered = { agentId: "ed" as AgentId, items: ["q" as ItemId] }

function session(afterAnswer: World["settings"]["attention"]["afterAnswer"]) {
  const did: string[] = []
  const { settings } = emptyWorld
  const world: World = { ...emptyWorld, settings: { ...settings, attention: { ...settings.attention, afterAnswer } } }
  return {
    did,
    replica: { world: { getState: () => ({ world }) } },
    desk: { answered: (agentId: AgentId) => did.push(`answered ${agentId}`), visit: () => did.push("visited") },
    walk: { next: () => void did.push("next") },
  }
}

test("wherever it was answered, the setting says whether one goes on to the next; the key always does", () => {
  const staying = session("stay")
  afterAnswer(staying, answered)
  expect(staying.did).toEqual(["answered ed", "visited"])
  afterAnswer(staying, { ...answered, thenNext: true })
  expect(staying.did.at(-1)).toBe("next")
  const going = session("next")
  afterAnswer(going, answered)
  expect(going.did.at(-1)).toBe("next")
})

test("a list that lies over the stage closes as it goes on", () => {
  const going = session("next")
  afterAnswer(going, { ...answered, next: () => going.did.push("closed, next") })
  expect(going.did).toEqual(["answered ed", "visited", "closed, next"])
})
