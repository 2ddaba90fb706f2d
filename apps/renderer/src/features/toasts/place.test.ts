import { expect, test } from "vitest"
import { type Box, placeFor } from "./place.ts"

const box = (left: number, top: number, right: number, bottom: number): Box => ({ left, top, right, bottom })
const room = box(0, 0, 1000, 600)
const size = { width: 300, height: 60 }

test("ux 2.7: bottom right where nothing is", () => {
  expect(placeFor(size, room, [box(0, 500, 600, 600)])).toEqual({ left: 688, top: 528 })
})

test("ux 2.7: above the composer, and above the card above it", () => {
  expect(placeFor(size, room, [box(400, 520, 1000, 600)])).toEqual({ left: 688, top: 448 })
  expect(placeFor(size, room, [box(400, 520, 1000, 600), box(400, 300, 1000, 510)])).toEqual({ left: 688, top: 228 })
})

test("ux 2.7: nowhere rather than over what the user decides about", () => {
  expect(placeFor(size, room, [box(0, 40, 1000, 600)])).toBeNull()
  expect(placeFor(size, box(0, 0, 200, 600), [])).toBeNull()
})
