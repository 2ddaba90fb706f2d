import { expect, test } from "vitest"
import { usualBindings } from "../../../kernel/keys/bindings.ts"
import type { Pressed } from "../../../kernel/keys/chord.ts"
import { press } from "../../../kernel/keys/testing/press.ts"
import { capture } from "./capture.ts"

const asked = (keys: Partial<Pressed>, old: string | null = "Ctrl+,") =>
  capture(usualBindings, "settings", old, press(keys), "other")

test("a free key is bound, one that is taken says who has it, one that is not ours says why", () => {
  expect(asked({ key: "F8" })).toEqual({ kind: "free", binding: "F8" })
  expect(asked({ key: ",", code: "Comma", ctrlKey: true })).toEqual({ kind: "free", binding: "Ctrl+," })
  expect(asked({ key: "j", code: "KeyJ", ctrlKey: true })).toEqual({
    kind: "taken",
    binding: "Ctrl+J",
    by: ["Go to the next thing that needs you"],
  })
  expect(asked({ key: "r", code: "KeyR", ctrlKey: true })).toMatchObject({ kind: "refused", binding: "Ctrl+R" })
  expect(asked({ key: ",", code: "Comma", ctrlKey: true }, null)).toMatchObject({ kind: "refused" })
  expect(asked({ key: "ArrowUp" })).toEqual({ kind: "refused", binding: "Up", why: "That key cannot be changed." })
})

test("Esc cancels, Backspace takes away, Tab goes on, and a modifier alone is no key yet", () => {
  expect(asked({ key: "Escape" }).kind).toBe("cancel")
  expect(asked({ key: "Backspace" }).kind).toBe("clear")
  expect(asked({ key: "Tab" }).kind).toBe("nothing")
  expect(asked({ key: "Tab", shiftKey: true }).kind).toBe("nothing")
  for (const key of ["Shift", "Control", "Alt", "Meta", "CapsLock", "Dead", "Unidentified"])
    expect(asked({ key }).kind).toBe("nothing")
  expect(asked({ key: "a", isComposing: true }).kind).toBe("nothing")
})
