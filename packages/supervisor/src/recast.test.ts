import { jakeId } from "@kibitz/contract"
import { expect, test } from "vitest"
import { openedEngine } from "./testing/opened-engine.ts"

test("a rehearsal agent is asked as one, and what a script said is never sent to the model it is restarted with", async () => {
  const app = await openedEngine()
  await app.send("hello")
  const scripted = await app.model.asked()
  expect(scripted.request.rehearsal).toBe(true)
  scripted.text("a script's words")
  scripted.finish()
  await app.idle()
  const connection = { using: "provider", keySource: "keychain", keyHint: null, protection: "os" } as const
  await app.supervisor.dispatch({ type: "connection.record", ...connection })
  await app.supervisor.dispatch({ type: "agent.recast", agentId: jakeId, scope: "one" })
  await app.send("again")
  const real = await app.model.asked()
  expect(real.request.rehearsal).toBeUndefined()
  expect(real.request.messages).toEqual([{ role: "user", content: [{ type: "text", text: "again" }] }])
})
