import { type AgentId, type InternalCommand, jakeId } from "@kibitz/contract"
import { fixedChance, manualClock, recordingLog, untilFact } from "@kibitz/testkit"
import { expect, it } from "vitest"
import { timerQueue } from "../scheduler/timer-queue.ts"
import type { Supervisor } from "../supervisor.ts"
import type { Outcome } from "../writer/outcome.ts"
import { reporter } from "./report.ts"

/** A journal that has room, or has not. */
function desk() {
  const clock = manualClock()
  const timers = timerQueue(clock, fixedChance(0.5))
  const log = recordingLog()
  const tried: AgentId[] = []
  const taken: AgentId[] = []
  const disk = { isFull: true }
  const dispatch = async (command: InternalCommand): Promise<Outcome> => {
    if (!("agentId" in command)) return expect.fail("only what agents report")
    tried.push(command.agentId)
    if (disk.isFull) return { rejection: { kind: "storage-failed", message: "full" } }
    taken.push(command.agentId)
    return { seq: taken.length }
  }
  const report = reporter({ dispatch } as unknown as Pick<Supervisor, "dispatch">, timers, log)
  const names = Array.from({ length: 40 }, (_, at) => `agent_${at}` as AgentId)
  const all = () => {
    for (const agentId of names) report({ type: "evidence.record", agentId, what: "was writing" })
  }
  return { clock, timers, disk, tried, taken, names, all, report }
}

it("F12 what a full disk refuses waits in the one queue under one timer, and is tried again in its order until it is taken", async () => {
  const { clock, timers, disk, tried, taken, names, all } = desk()
  all()
  await untilFact("every report is refused and waits", () => tried.length === names.length && timers.size() === 1)
  expect(clock.pending()).toBe(1)
  clock.advance(1_000)
  await untilFact("all are refused once more", () => tried.length === 2 * names.length && timers.size() === 1)
  expect(clock.pending()).toBe(1)
  disk.isFull = false
  clock.advance(1_000)
  await untilFact("all are taken", () => taken.length === names.length)
  expect(taken).toEqual(names)
  expect([timers.size(), clock.pending()]).toEqual([0, 0])
})

it("F12 what is refused while others wait already is tried with them", async () => {
  const { clock, timers, disk, tried, taken, report } = desk()
  report({ type: "evidence.record", agentId: jakeId, what: "was writing" })
  await untilFact("the first waits", () => timers.size() === 1)
  clock.advance(600)
  report({ type: "evidence.record", agentId: "ed" as AgentId, what: "was writing" })
  await untilFact("the second is refused", () => tried.length === 2)
  disk.isFull = false
  await untilFact("both are taken", () => {
    clock.advance(400)
    return taken.length === 2
  })
  expect(taken).toEqual([jakeId, "ed"])
})

it("nothing is tried once the timers have stopped", async () => {
  const { clock, timers, disk, tried, taken, names, all } = desk()
  all()
  await untilFact("every report is refused", () => tried.length === names.length && timers.size() === 1)
  timers.stop()
  disk.isFull = false
  clock.advance(60_000)
  expect([clock.pending(), tried.length, taken]).toEqual([0, names.length, []])
})
