import { type AgentId, type InternalCommand, type Recorded, type Turn, type TurnId, toInstant } from "@kibitz/contract"
import type { Clock } from "@kibitz/ports"
import { fixedChance, manualClock, sampleTeam, teamTime } from "@kibitz/testkit"
import { describe, expect, it } from "vitest"
import { timerQueue } from "../scheduler/timer-queue.ts"
import { gatherEvidence } from "./evidence.ts"

const ed = "ed" as AgentId

function opened() {
  const manual = manualClock()
  let slept = 0
  const clock: Clock = { ...manual, monotonic: () => manual.monotonic() + slept }
  const reported: InternalCommand[] = []
  const evidence = gatherEvidence(timerQueue(clock, fixedChance(0)), clock, (command) => reported.push(command))
  const stands = (status: Turn["status"] | null) => {
    const turn = { id: "turn_1", status, calls: [] } as unknown as Turn
    const world = sampleTeam([{ id: "ed", turn: status && turn }])
    const recorded: Recorded = {
      seq: 1,
      at: toInstant(manual.now()),
      event: { type: "turn.started", agentId: ed, turnId: "turn_1" as TurnId, model: "" },
    }
    evidence.follow([recorded], world)
  }
  return {
    evidence,
    stands,
    told: () => reported.map(({ type }) => type),
    advance: (ms: number) => manual.advance(ms),
    /** Its monotonic clock goes on meanwhile, and nothing rings. */
    sleep(ms: number) {
      slept += ms
    },
    pending: () => manual.pending(),
  }
}

describe("signs of life", () => {
  it("OPM-7 silence is told once, and once more only after a sign in between", () => {
    const { evidence, stands, told, advance } = opened()
    stands({ kind: "asking" })
    advance(119_999)
    expect(told()).toEqual([])
    advance(600_000)
    expect(told()).toEqual(["agent.record-silence"])
    evidence.saw(ed, "was writing")
    advance(30_000)
    expect(told()).toEqual(["agent.record-silence", "evidence.record"])
    advance(150_000)
    expect(told()).toEqual(["agent.record-silence", "evidence.record", "agent.record-silence"])
  })

  it("OPM-7 silence is told when two minutes are over, whenever the last sign was, and not half a minute later", () => {
    const { stands, told, advance } = opened()
    stands({ kind: "asking" })
    advance(17_000)
    stands({ kind: "asking" })
    advance(120_000)
    expect(told()).toEqual([])
    advance(100)
    expect(told()).toEqual(["agent.record-silence"])
  })

  it("OPM-7 a sign from before what the journal says last is no sign of what runs now", () => {
    const { evidence, stands, told, advance } = opened()
    stands({ kind: "asking" })
    advance(10_000)
    evidence.saw(ed, "was writing")
    stands({ kind: "asking" })
    advance(140_000)
    expect(told()).toEqual(["agent.record-silence"])
  })

  it.each([
    { kind: "held" as const },
    { kind: "calling" as const },
    { kind: "delayed" as const, until: teamTime, failure: {} as never },
  ])("OPM-7 nothing is to be heard of one that is $kind and has nothing running", (status) => {
    const { stands, told, advance, pending } = opened()
    stands({ kind: "asking" })
    stands(status)
    expect(pending()).toBe(0)
    advance(600_000)
    expect(told()).toEqual([])
  })

  it("F31 while the computer slept nobody could give a sign", () => {
    const { stands, told, advance, sleep } = opened()
    stands({ kind: "asking" })
    advance(20_000)
    sleep(8 * 3_600_000)
    advance(60_000)
    expect(told()).toEqual([])
    advance(120_000)
    expect(told()).toEqual(["agent.record-silence"])
  })
})
