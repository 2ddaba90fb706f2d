import type { ModelEvent } from "@kibitz/ports"
import { scriptedModel } from "@kibitz/testkit/model"
import { expect, it } from "vitest"
import { lazyModel } from "./lazy-model.ts"

const request = { model: "m", system: "", messages: [], tools: [], maxTokens: 1 }

it("a part that cannot be loaded is a failed stream, never a throw, and is tried again the next time", async () => {
  const scripted = scriptedModel()
  scripted.prepare((exchange) => exchange.finish())
  let tries = 0
  const model = lazyModel(
    async () => {
      tries += 1
      if (tries === 1) throw new Error("chunk missing")
      return Object.assign(scripted, { warm: async () => {} })
    },
    async () => {},
  )
  const events: ModelEvent[] = []
  for (let round = 0; round < 2; round++) {
    for await (const event of model.stream(request, new AbortController().signal)) if (event.type === "stop") events.push(event)
  }
  expect(events).toMatchObject([{ stop: { kind: "failed", failure: { kind: "unknown" } } }, { stop: { kind: "replied" } }])
})

it("a check that cannot be made is a failed check", async () => {
  const model = lazyModel(
    () => Promise.reject(new Error("chunk missing")),
    async () => {},
  )
  expect(await model.check(new AbortController().signal)).toMatchObject({ ok: false })
  await model.close()
})
