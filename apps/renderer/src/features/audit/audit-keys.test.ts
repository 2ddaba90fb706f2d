import { expect, test } from "vitest"
import { bound, match, usualBindings } from "../../kernel/keys/bindings.ts"
import { moveFor } from "./audit-keys.ts"

function press(key: string, held: Partial<Record<"ctrlKey" | "shiftKey", boolean>> = {}, bindings = usualBindings) {
  const event = {
    key,
    code: "",
    keyCode: 0,
    isComposing: false,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    ...held,
  }
  return moveFor(event, match(bindings, event, "audit", false, "other"))
}

test("j and k move, g goes to the agent; arrows and ends always", () => {
  const keys = ["j", "k", "g", "ArrowDown", "ArrowUp", "Home", "End", "x", "Enter"]
  expect(keys.map((key) => press(key))).toEqual([1, -1, "go", 1, -1, "first", "last", null, null])
})

test("letters obey the switch and the user's own keys; with a modifier nothing is ours", () => {
  const off = { ...usualBindings, singleKeys: false }
  expect(["j", "k", "g", "ArrowDown"].map((key) => press(key, {}, off))).toEqual([null, null, null, 1])
  const own = bound(usualBindings, "audit-go", "O", "G", "other")
  expect([press("g", {}, own), press("o", {}, own)]).toEqual([null, "go"])
  expect([press("j", { ctrlKey: true }), press("g", { shiftKey: true })]).toEqual([null, null])
})
