import { expect, test } from "vitest"
import { bound, match, usualBindings } from "../../../kernel/keys/bindings.ts"
import { landing, listStep } from "./list-keys.ts"

const pressed = (key: string, more: object = {}) => ({
  key,
  code: "",
  keyCode: 0,
  isComposing: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...more,
})
const press = (key: string, more: object = {}, bindings = usualBindings) =>
  listStep(pressed(key, more), match(bindings, pressed(key, more), "rail", false, "other"))

test("arrows, j and k move; with a modifier they are somebody else's", () => {
  expect([press("j"), press("ArrowDown")]).toEqual([
    { kind: "move", by: 1 },
    { kind: "move", by: 1 },
  ])
  expect(press("k")).toEqual({ kind: "move", by: -1 })
  expect([press("j", { ctrlKey: true }), press("ArrowLeft", { altKey: true }), press("a"), press("Enter")]).toEqual([
    null,
    null,
    null,
    null,
  ])
})

test("letters obey the switch and the user's own keys; arrows always move", () => {
  const off = { ...usualBindings, singleKeys: false }
  expect([press("j", {}, off), press("k", {}, off), press("ArrowDown", {}, off)]).toEqual([null, null, { kind: "move", by: 1 }])
  const own = bound(usualBindings, "list-next", "U", "J", "other")
  expect([press("j", {}, own), press("u", {}, own)]).toEqual([null, { kind: "move", by: 1 }])
})

test("nobody falls off either end of the list", () => {
  expect([
    landing({ kind: "move", by: -1 }, 0, 3),
    landing({ kind: "move", by: 1 }, 2, 3),
    landing({ kind: "last" }, 0, 3),
  ]).toEqual([0, 2, 2])
  expect(landing({ kind: "first" }, 0, 0)).toBeNull()
  expect(landing({ kind: "unfold" }, 0, 3)).toBeNull()
})
