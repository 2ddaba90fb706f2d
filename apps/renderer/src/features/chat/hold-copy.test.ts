import { expect, test } from "vitest"
import { holdCopy } from "./hold-copy.ts"

test("messages on hold say why they wait and how they go on", () => {
  expect(holdCopy("Jake", 3, "stopped")).toBe("Jake is stopped. Send one now, or write to go on with all of them.")
  expect(holdCopy("Jake", 2, "paused")).toBe("Jake is paused, and takes them when you let it go on.")
  expect(holdCopy("Jake", 1, "trouble")).toBe("Jake could not go on. Send it now, or write to go on with it.")
})
