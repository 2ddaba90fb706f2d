import { expect, test } from "vitest"
import { atStart, type Follow, held, pulledDown, pulledUp, resized, scrolled } from "./follow.ts"

const at = (offset: number, isFollowing = true, size = 2000, viewport = 500): Follow => ({
  isFollowing,
  view: { offset, viewport, size },
})
const view = (offset: number, size = 2000, viewport = 500) => ({ offset, viewport, size })

test("one pixel upwards stops following", () => {
  expect(scrolled(at(1500), view(1499)).isFollowing).toBe(false)
})

test("it stays stopped however near the end, until the reader comes back down to within 64 pixels", () => {
  const left = scrolled(at(1500), view(1499))
  expect(resized(left, view(1499, 2300)).isFollowing).toBe(false)
  expect(scrolled({ ...left, view: view(1400) }, view(1435)).isFollowing).toBe(false)
  expect(scrolled({ ...left, view: view(1400) }, view(1436)).isFollowing).toBe(true)
})

test("growing content does not stop following", () => {
  expect(resized(at(1500), view(1500, 2600)).isFollowing).toBe(true)
})

test("being moved by shrinking content or a growing window is not the reader's doing", () => {
  expect(scrolled(at(1500), view(1300, 1800)).isFollowing).toBe(true)
  expect(scrolled(at(1500), view(1400, 2000, 600)).isFollowing).toBe(true)
  // It grew and shrank again before anybody was told.
  expect(scrolled(at(1500), view(1320, 2000, 490)).isFollowing).toBe(true)
})

test("pulling up counts before anything has moved, but not where nothing can move", () => {
  expect(pulledUp(at(1500)).isFollowing).toBe(false)
  expect(pulledUp(at(0, true, 400, 500)).isFollowing).toBe(true)
  expect(atStart.isFollowing).toBe(true)
})

test("wanting further down at the end is being at the end, also when what was below has shrunk away", () => {
  const met = scrolled(at(1400, false), view(1300, 1800))
  expect(met.isFollowing).toBe(false)
  expect(pulledDown(met, view(1300, 1800)).isFollowing).toBe(true)
  expect(pulledDown(at(1000, false), view(1000)).isFollowing).toBe(false)
})

test("a line that is opened at the end stays under the pointer; closed again, the end is followed as before", () => {
  const open = resized(held(at(1500)), view(1500, 2300))
  expect(open.isFollowing).toBe(false)
  const closed = resized(scrolled(open, view(1500, 2000)), view(1500, 2000))
  expect(closed.isFollowing).toBe(true)
  // Whoever has gone up meanwhile, or was not at the end, is left where they are.
  expect(resized(scrolled(open, view(1400, 2300)), view(1400, 1900)).isFollowing).toBe(false)
  expect(resized(pulledUp(open), view(1500, 2000)).isFollowing).toBe(false)
  expect(resized(held(at(1500, false)), view(1500, 2000)).isFollowing).toBe(false)
})

test("what opens without filling the view leaves the end in sight, and followed", () => {
  expect(resized(held(at(0, true, 300, 500)), view(0, 420, 500)).isFollowing).toBe(true)
})
