import { expect, test } from "vitest"
import { roomFor } from "./frame-room.ts"

test("U30: narrower windows and larger text give up the inspector's place first, then the rail's", () => {
  expect(roomFor(1440, 1, 1)).toMatchObject({ rail: "panel", inspector: "beside" })
  expect(roomFor(1100, 1, 1)).toMatchObject({ rail: "panel", inspector: "over" })
  expect(roomFor(900, 1, 1)).toMatchObject({ rail: "strip", inspector: "over" })
  expect(roomFor(1440, 2, 1)).toMatchObject({ rail: "strip", inspector: "over" })
})

test("a second pane takes the inspector's place where both would be too narrow to read", () => {
  expect(roomFor(1300, 1, 1).inspector).toBe("beside")
  expect(roomFor(1300, 1, 2).inspector).toBe("over")
  expect(roomFor(1440, 1, 2).inspector).toBe("beside")
})

test("ux 1.12: docked tasks stand beside the stage where it keeps its width, and take the inspector's place first", () => {
  expect(roomFor(1440, 1, 1, true)).toEqual({ rail: "panel", inspector: "over", tasks: "beside" })
  expect(roomFor(1600, 1, 1, true)).toEqual({ rail: "panel", inspector: "beside", tasks: "beside" })
  expect(roomFor(1000, 1, 1, true)).toEqual({ rail: "panel", inspector: "over", tasks: "over" })
})
