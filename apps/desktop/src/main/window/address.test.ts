import type { AgentId } from "@kibitz/contract"
import { expect, test } from "vitest"
import { addressOf } from "./address.ts"

const main = { agentId: null, probe: false, first: null } as const

test("an address says what its window is for, and nothing when there is nothing to say", () => {
  expect(addressOf(main)).toBe("app://kibitz/")
  expect(addressOf({ ...main, probe: true })).toBe("app://kibitz/?ux")
  expect(addressOf({ ...main, agentId: "ed" as AgentId, probe: true })).toBe("app://kibitz/?chat=ed&ux")
})

test("at a first start it names the folder, whatever that is called, and whether there is a key", () => {
  const folder = "/home/me/a&b=c?#%/ü \ud800"
  const address = new URL(addressOf({ ...main, first: { folder, hasKey: true } }))
  expect(address.searchParams.get("first")).toBe("/home/me/a&b=c?#%/ü \ufffd")
  expect(address.searchParams.has("key")).toBe(true)
  expect(new URL(addressOf({ ...main, first: { folder, hasKey: false } })).searchParams.has("key")).toBe(false)
})
