import { expect, test } from "vitest"
import { createPace, type Screen } from "./pace.ts"

/** A page whose frames come every 16 ms, and take as long to draw as the test says. */
function page() {
  let now = 1_000
  let typedAt = Number.NEGATIVE_INFINITY
  let took = 4
  let frames: (() => void)[] = []
  const timers: { at: number; then: () => void }[] = []
  const drawn: (() => void)[] = []
  const at: number[] = []
  const screen: Screen = {
    now: () => now,
    after: (ms, then) => void timers.push({ at: now + ms, then }),
    frame: (then) => void frames.push(then),
    drawn: (then) => void drawn.push(then),
    typedAt: () => typedAt,
  }
  const pace = createPace(screen)
  const frame = () => {
    const began = now
    const due = frames
    frames = []
    for (const one of due) one()
    if (drawn.length > 0) now += took
    for (const one of drawn.splice(0)) one()
    now = Math.max(now, began + 16)
    for (const timer of timers.splice(0)) timer.at <= now ? timer.then() : timers.push(timer)
  }
  /** Words come all the time; gives back how often they were drawn. */
  const run = (ms: number, each: () => void = () => {}) => {
    at.length = 0
    for (const end = now + ms; now < end; frame()) {
      each()
      pace.soon(write)
    }
    return at.length
  }
  const write = () => void at.push(now)
  return {
    pace,
    frame,
    run,
    type: () => {
      typedAt = now
    },
    take: (ms: number) => {
      took = ms
    },
    at,
  }
}

test("U6: what several write is drawn in turn where it takes long, each as often as the others, and together again where it does not", () => {
  const { pace, frame, take } = page()
  const drawn: string[] = []
  const all = ["Ed", "Mira", "Noa", "Jake"].map((name) => () => void drawn.push(name))
  /** In how many frames everybody has had a turn. */
  const round = () => {
    drawn.length = 0
    for (const one of all) pace.soon(one)
    const frames: number[] = []
    for (let times = 0; times < 40 && drawn.length < all.length; times++) {
      const before = drawn.length
      frame()
      if (drawn.length > before) frames.push(drawn.length - before)
    }
    expect(drawn).toEqual(["Ed", "Mira", "Noa", "Jake"])
    return frames
  }
  take(40)
  round()
  expect(round()).toEqual([1, 1, 1, 1])
  take(2)
  round()
  round()
  expect(round()).toEqual([4])
})

test("U6: what several write is drawn in one frame, once each however often it was asked for", () => {
  const { pace, frame } = page()
  const drawn: string[] = []
  const [ed, mira] = [() => void drawn.push("Ed"), () => void drawn.push("Mira")]
  for (let word = 0; word < 10; word++) {
    pace.soon(ed)
    pace.soon(mira)
  }
  expect(drawn).toEqual([])
  frame()
  expect(drawn).toEqual(["Ed", "Mira"])
  frame()
  expect(drawn).toHaveLength(2)
})

test("U6: thirty times a second is enough", () => {
  const { run } = page()
  const times = run(1_000)
  expect(times).toBeGreaterThanOrEqual(20)
  expect(times).toBeLessThanOrEqual(32)
})

test("U6: where drawing is slow, two thirds of the time are left to the user, and it still goes on", () => {
  const { run, take } = page()
  take(50)
  expect(run(3_000) * 50).toBeLessThanOrEqual(1_000 + 50)
  take(1_000)
  run(2_000)
  expect(run(10_000)).toBeGreaterThanOrEqual(8)
})

test("U6: a letter has its frame to itself, and what is written comes with the next", () => {
  const { pace, frame, type } = page()
  let drawn = 0
  pace.soon(() => drawn++)
  type()
  frame()
  frame()
  expect(drawn).toBe(1)
  for (let wait = 0; wait < 4; wait++) frame()
  pace.soon(() => drawn++)
  type()
  frame()
  expect(drawn).toBe(1)
  frame()
  expect(drawn).toBe(2)
})

test("U6: whoever never stops typing still sees what is written, at least every tenth of a second or so", () => {
  const { run, type, at } = page()
  run(2_000, type)
  const gaps = at.slice(1).map((time, index) => time - (at[index] ?? 0))
  expect(gaps.length).toBeGreaterThan(10)
  expect(Math.max(...gaps)).toBeLessThanOrEqual(160)
})
