import { type Event, type InternalCommand, type ItemId, jakeId, type Snooze, toInstant, type World } from "@kibitz/contract"
import { emptyWorld, evolve, noTally } from "@kibitz/domain"
import { fixedChance, manualClock, sampleItem, sampleTeam } from "@kibitz/testkit"
import { expect, test } from "vitest"
import { timerQueue } from "../scheduler/timer-queue.ts"
import { wakeItems } from "./wake.ts"

const id = "q" as ItemId
const question = sampleItem("question", { id: "q", agentId: "jake" })

function opened(first: World = sampleTeam([{ id: "jake" }], { attention: { [id]: question } })) {
  const clock = manualClock()
  const timers = timerQueue(clock, fixedChance(0.5))
  const woken: InternalCommand[] = []
  const wakes = wakeItems(timers, clock, (command) => woken.push(command))
  let world = first
  const follow = (event: Event) => {
    const recorded = { seq: world.seq + 1, at: toInstant(clock.now()), event }
    world = evolve(world, recorded)
    wakes.follow([recorded], world)
  }
  const putOff = (until: Snooze | null) => follow({ type: "attention.snoozed", agentId: jakeId, itemId: id, until })
  const inMinutes = (minutes: number) => toInstant(clock.now().add({ minutes }))
  return { clock, timers, wakes, woken, follow, putOff, inMinutes, world: () => world }
}

test("comes back when its time is over, once, and not before", () => {
  const { clock, timers, wakes, woken, putOff, inMinutes, world } = opened()
  wakes.start(world())
  putOff(inMinutes(30))
  clock.advance(30 * 60_000 - 1)
  expect(woken).toEqual([])
  clock.advance(1)
  expect(woken).toEqual([{ type: "attention.wake", itemId: id }])
  putOff(null)
  expect(timers.size()).toBe(0)
})

test("F30 with a clock that was set back it comes back when that clock says so, and not a minute after", () => {
  const { clock, wakes, woken, putOff, inMinutes, world } = opened()
  wakes.start(world())
  putOff(inMinutes(5))
  clock.setWallClock(clock.now().subtract({ seconds: 1 }))
  clock.advance(5 * 60_000)
  expect(woken).toEqual([])
  clock.advance(1_000)
  expect(woken).toEqual([{ type: "attention.wake", itemId: id }])
})

test("put off anew it sleeps on; taken back or answered, nothing waits for it any more", () => {
  const { clock, timers, wakes, woken, follow, putOff, inMinutes, world } = opened()
  wakes.start(world())
  putOff(inMinutes(5))
  putOff(inMinutes(60))
  clock.advance(6 * 60_000)
  expect(woken).toEqual([])
  putOff(null)
  expect(timers.size()).toBe(0)
  putOff(inMinutes(5))
  follow({ type: "attention.resolved", agentId: jakeId, itemId: id, outcome: "answered", note: "", visibleMs: 0 })
  expect(timers.size()).toBe(0)
})

test("OPM-11 what slept over a restart wakes at its time, and at once when that has passed meanwhile", () => {
  const { clock, wakes, woken, inMinutes } = opened()
  wakes.start({ ...emptyWorld, attention: { [id]: { ...question, snoozed: inMinutes(-10) } } })
  clock.advance(0)
  expect(woken).toEqual([{ type: "attention.wake", itemId: id }])
})

test("until the team has finished: back as soon as nobody below works", () => {
  const team = (working: 0 | 1) =>
    sampleTeam([{ id: "jake" }, { id: "ed", under: "jake", tally: { ...noTally, agents: 1, working, waiting: 1 - working } }], {
      attention: { [id]: { ...question, snoozed: "team" } },
    })
  const { wakes, woken } = opened()
  wakes.start(team(1))
  expect(woken).toEqual([])
  wakes.follow([], team(0))
  expect(woken).toEqual([{ type: "attention.wake", itemId: id }])
})
