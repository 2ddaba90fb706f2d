import type { ModelRequest } from "@kibitz/ports"
import { expect, test } from "vitest"
import { scriptedModel } from "./scripted-model.ts"

const request: ModelRequest = { model: "m", system: "", messages: [], tools: [], maxTokens: 10 }

test("prepared scripts play by themselves, in order, and the requests are remembered", async () => {
  const model = scriptedModel()
  model.prepare(
    (exchange) => {
      exchange.text("one")
      exchange.finish()
    },
    (exchange) => exchange.fail("overloaded"),
  )
  const stops: string[] = []
  for (let index = 0; index < 2; index++) {
    for await (const event of model.stream(request, new AbortController().signal))
      if (event.type === "stop") stops.push(event.stop.kind)
  }
  expect(stops).toEqual(["replied", "failed"])
  expect(model.requests).toEqual([request, request])
})

test("nothing comes after a stop, whatever the script goes on to say", async () => {
  const model = scriptedModel()
  model.prepare((exchange) => {
    exchange.fail("cut")
    exchange.text("too late")
    exchange.finish()
  })
  const events: string[] = []
  for await (const event of model.stream(request, new AbortController().signal)) events.push(event.type)
  expect(events).toEqual(["stop"])
})
