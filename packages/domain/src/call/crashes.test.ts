// What brings Kibitz down is not taken up for ever (F34): counted is the same call or one reply, and only what Kibitz ended in unexpectedly.
import { type AgentId, type CallId, type CommandOf, type Event, type Json, jakeId, type TurnId } from "@kibitz/contract"
import { type Replay, replayWithJake, replyOf } from "@kibitz/testkit"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { repairHistory } from "../history/repair.ts"
import { requestFault } from "../history/testing/request-fault.ts"
import { emptyWorld, evolve } from "../record.ts"
import { findAgent, snapshotOf } from "../team/agents.ts"
import { isCrashed } from "../team/standing.ts"
import { leanSnapshot } from "../turn/lean.ts"
import { historyOf } from "../world.ts"

const app = { actor: "app", surface: null } as const
type Wanted = { readonly name: string; readonly input: Json }
const reads = (path: string): Wanted => ({ name: "read_file", input: { path } })
const runs = (command: string): Wanted => ({ name: "bash", input: { command } })

/** Ed has an assignment, may execute, and is being answered. */
function team(): { run: Replay; ed: AgentId } {
  const run = replayWithJake()
  run.must({
    type: "posture.change",
    agentId: jakeId,
    changes: { phase: "execution" },
    confirm: "execution",
    reason: "",
    when: "now",
  })
  run.must({ type: "agent.spawn", parentId: jakeId, name: "Ed", assignment: "do it" })
  const ed = run.agent().childIds[0] as AgentId
  run.must({
    type: "posture.change",
    agentId: ed,
    changes: { phase: "execution" },
    confirm: "execution",
    reason: "",
    when: "now",
  })
  return { run, ed }
}
const turnOf = (run: Replay, agentId: AgentId) => ({ agentId, turnId: run.agent(agentId).turn?.id as TurnId })
/** At the next start everything that was in flight is recovered; first what the start itself finds. */
function starts(run: Replay, ed: AgentId): Event[] {
  const begun = run.must({ type: "session.begin" }, app)
  return run.agent(ed).turn ? [...begun, ...run.must({ type: "turn.recover", ...turnOf(run, ed), draft: "" }, app)] : begun
}
function quits(run: Replay, ed: AgentId): Event[] {
  run.must({ type: "session.end" }, app)
  return starts(run, ed)
}
const says = (run: Replay, ed: AgentId, text: string) =>
  run.must({ type: "turn.reply", ...turnOf(run, ed), reply: replyOf([{ type: "text", text }]) }, app)
function finishes(run: Replay, ed: AgentId, callId: CallId): void {
  const result = { ok: true, output: "out", bytes: 3, durationMs: 1 }
  run.must({ type: "call.finish", ...turnOf(run, ed), callId, result }, app)
}
const running = (run: Replay, ed: AgentId) => run.agent(ed).turn?.calls.filter(({ status }) => status === "allowed") ?? []
const isGivenUp = (run: Replay, ed: AgentId) => isCrashed(run.agent(ed).standing)
const itemsOf = (run: Replay, ed: AgentId) => run.agent(ed).items.map((id) => run.world().attention[id])

describe("F34 a reply in which Kibitz ends unexpectedly", () => {
  it("F34 is taken up twice; the third time it stands, with an item that says what happened, what is safe and what to do", () => {
    const { run, ed } = team()
    for (const _ of [1, 2]) {
      expect(starts(run, ed).map(({ type }) => type)).toContain("turn.recovered")
      expect(run.agent(ed).turn?.status.kind).toBe("asking")
    }
    const third = starts(run, ed)
    expect(third.map(({ type }) => type)).not.toContain("turn.recovered")
    expect(run.agent(ed)).toMatchObject({ turn: null, due: null, lastTurn: { outcome: "failed" } })
    const [item] = itemsOf(run, ed)
    const detail = item?.kind === "stuck" && item.why === "crashed" ? item.detail : ""
    expect(detail).toContain("Kibitz stopped unexpectedly 3 times while Ed was getting a reply from its model.")
    expect(detail).toContain("Nothing of Ed's transcript is lost; what it was doing may be half done.")
    expect(detail).toContain("Let it go on, give it something else to do, or dismiss it.")
    expect(run.agent(jakeId).turn).not.toBeNull()
  })

  it("F34 stays held back over any further start, and nothing of it is done", () => {
    const { run, ed } = team()
    for (const _ of [1, 2, 3]) starts(run, ed)
    const before = run.agent(ed)
    for (const _ of [1, 2]) expect(starts(run, ed).filter((event) => "agentId" in event && event.agentId === ed)).toEqual([])
    expect(run.agent(ed)).toEqual(before)
  })

  it.each([
    ["go on", (agentId: AgentId) => ({ type: "agent.go-on", agentId }) as const],
    ["something else to do", (agentId: AgentId) => ({ type: "agent.redirect", agentId, assignment: "else" }) as const],
    ["a word", (agentId: AgentId) => ({ type: "message.send", agentId, text: "how?", delivery: "queue" }) as const],
    ["another try", (agentId: AgentId) => ({ type: "turn.retry", agentId }) as const],
  ])("F34 with %s from the user it goes on, and is counted from the beginning", (_, command) => {
    const { run, ed } = team()
    for (const _ of [1, 2, 3]) starts(run, ed)
    run.must(command(ed))
    expect(run.agent(ed)).toMatchObject({ standing: { kind: "open" }, turn: { status: { kind: "asking" } } })
    expect(itemsOf(run, ed)).toEqual([])
    for (const _ of [1, 2]) starts(run, ed)
    expect(run.agent(ed).turn).not.toBeNull()
    starts(run, ed)
    expect(isGivenUp(run, ed)).toBe(true)
  })

  it("F34 no other agent lets it go on, whatever it says to it or gives it to do", () => {
    const { run, ed } = team()
    for (const _ of [1, 2, 3]) starts(run, ed)
    const words = { message_agent: { to: "Ed", text: "go on" }, redirect_agent: { agent: "Ed", assignment: "else" } }
    for (const [name, input] of Object.entries(words)) {
      const [call] = run.proposes(jakeId, { name, input })
      run.must({ type: "call.apply", ...turnOf(run, jakeId), callId: call?.id as CallId }, app)
      expect(run.agent(ed)).toMatchObject({ turn: null, standing: { kind: "stuck", why: "crashed" } })
    }
    expect(run.agent(ed).queue).toHaveLength(2)
    run.must({ type: "agent.go-on", agentId: ed })
    expect(run.agent(ed)).toMatchObject({ queue: [], turn: { status: { kind: "asking" } } })
  })

  it("F34 and can be dismissed; of Jake, who stays, it is not said", () => {
    const { run, ed } = team()
    run.must({ type: "message.send", agentId: jakeId, text: "hello", delivery: "queue" })
    for (const _ of [1, 2, 3]) {
      starts(run, ed)
      run.must({ type: "turn.recover", ...turnOf(run, jakeId), draft: "" }, app)
    }
    run.must({ type: "agent.dismiss", agentId: ed })
    expect(itemsOf(run, ed)).toEqual([])
    const [item] = itemsOf(run, jakeId)
    expect(item?.kind === "stuck" && item.detail).toMatch(/Let it go on, or give it something else to do\.$/)
  })

  it("F34 a reply that comes through begins the count anew", () => {
    const { run, ed } = team()
    for (const _ of [1, 2]) starts(run, ed)
    const [call] = run.proposes(ed, reads("a.txt"))
    finishes(run, ed, call?.id as CallId)
    for (const _ of [1, 2]) starts(run, ed)
    expect(run.agent(ed).turn).not.toBeNull()
    expect(run.agent(ed).run.crashes).toEqual({ reply: 2 })
  })

  it("F34 closing Kibitz, for an update or at night, is no crash, however often", () => {
    const { run, ed } = team()
    for (const _ of [1, 2]) starts(run, ed)
    for (let night = 0; night < 10; night += 1) quits(run, ed)
    expect(run.agent(ed).turn).not.toBeNull()
    starts(run, ed)
    expect(isGivenUp(run, ed)).toBe(true)
  })

  it("F34 what waited, for the provider or for a free request, brought nothing down", () => {
    const { run, ed } = team()
    const failure = { kind: "overloaded", message: "later", status: 529, requestId: null, retryAfterMs: null } as const
    run.must({ type: "turn.delay", ...turnOf(run, ed), failure, delayMs: 60_000, draft: "" }, app)
    for (const _ of [1, 2, 3, 4]) starts(run, ed)
    expect(run.agent(ed).turn?.status.kind).toBe("delayed")
    run.must({ type: "turn.retry-step", ...turnOf(run, ed) }, app)
    for (const _ of [1, 2, 3, 4]) {
      run.must({ type: "turn.hold", ...turnOf(run, ed) }, app)
      starts(run, ed)
    }
    expect(run.agent(ed).turn?.status.kind).toBe("asking")
    expect(run.agent(ed).run.crashes).toBeUndefined()
  })

  it("F34 a journal from before this was counted goes on as it did: what it recovered then counts for nothing now", () => {
    const { run, ed } = team()
    for (const _ of [1, 2]) starts(run, ed)
    const old = run.journal.filter(({ event }) => event.type !== "turn.crashed")
    expect(old.filter(({ event }) => event.type === "turn.recovered")).toHaveLength(2)
    const before = replayOf(old)
    expect(before.run.crashes).toBeUndefined()
    expect(before.turn?.status.kind).toBe("asking")
    function replayOf(journal: typeof old) {
      let world = emptyWorld
      for (const recorded of journal) world = evolve(world, recorded)
      return findAgent(world, ed) ?? expect.fail("Ed is gone")
    }
  })
})

describe("F34 a call in which Kibitz ends unexpectedly", () => {
  it("F34 that is made again by itself, as a read is, is made three times", () => {
    const { run, ed } = team()
    run.proposes(ed, reads("huge.bin"))
    for (const _ of [1, 2]) {
      starts(run, ed)
      expect(running(run, ed)).toHaveLength(1)
    }
    starts(run, ed)
    const [item] = itemsOf(run, ed)
    expect(item?.kind === "stuck" && item.detail).toContain("while Ed was running read_file (huge.bin).")
    expect(run.journal.at(-1) && run.agent(ed).turn).toBeNull()
  })

  it("F34 that its model makes again each time, after a look at something else, is no way round", () => {
    const { run, ed } = team()
    for (let time = 1; time <= 3; time += 1) {
      const [look] = run.proposes(ed, reads(`${time}.txt`))
      finishes(run, ed, look?.id as CallId)
      expect(run.proposes(ed, runs("ls")).map(({ status }) => status)).toEqual(["allowed"])
      starts(run, ed)
      expect(run.agent(ed).turn === null).toBe(time === 3)
    }
    const [item] = itemsOf(run, ed)
    expect(item?.kind === "stuck" && item.detail).toContain("while Ed was running bash (ls).")
  })

  it("F34 that comes through is forgotten; one beside it is not", () => {
    const { run, ed } = team()
    for (const _ of [1, 2]) {
      const [, beside] = run.proposes(ed, runs("ls"), reads("a.txt"))
      starts(run, ed)
      finishes(run, ed, beside?.id as CallId)
    }
    expect(Object.values(run.agent(ed).run.crashes ?? {})).toEqual([2])
    const [call] = run.proposes(ed, runs("ls"))
    finishes(run, ed, call?.id as CallId)
    expect(run.agent(ed).run).not.toHaveProperty("crashes")
  })

  it("F34 what was asked for beside it is withdrawn, and every call has its result", () => {
    const { run, ed } = team()
    for (let time = 1; time <= 3; time += 1) {
      run.proposes(ed, runs("ls"), runs(`npm install n${time}`))
      starts(run, ed)
      const asked = run.agent(ed).turn?.calls.find(({ status }) => status === "asked")
      if (!asked || time === 3) continue
      const item = itemsOf(run, ed).find((one) => one?.kind === "approval")
      if (item?.kind !== "approval") return expect.fail("nothing is asked for")
      run.must({ type: "approval.answer", items: [{ id: item.id, hash: item.hash }], decision: { kind: "deny", why: "" } })
    }
    expect(itemsOf(run, ed).map((item) => item?.kind)).toEqual(["stuck"])
    const messages = run.journal.flatMap(({ event }) => ("agentId" in event && event.agentId === ed ? historyOf(event) : []))
    expect(requestFault(repairHistory(messages))).toBeNull()
    expect(JSON.stringify(messages)).toContain("so it was ended and the call was not made")
  })

  it("F34 a check that brings it down is not made for ever either", () => {
    const { run, ed } = team()
    const check = { name: "list", command: "ls", required: true, order: 0, timeoutSeconds: 60 }
    run.must({ type: "settings.change", patch: { qualityCommands: [check] } })
    says(run, ed, "DONE")
    for (const _ of [1, 2]) {
      starts(run, ed)
      expect(run.agent(ed).turn).toMatchObject({ cause: "verification", calls: [{ status: "allowed" }] })
    }
    starts(run, ed)
    expect(isGivenUp(run, ed)).toBe(true)
    expect(run.agent(ed).turn).toBeNull()
  })
})

type Step = "crash" | "crash twice" | "quit" | "reply" | "read" | "run" | "finish" | "hold" | "delay" | "retry" | "go on"
const steps = fc.array(
  fc.constantFrom<Step>(
    ...(["crash", "crash", "crash twice", "quit", "reply", "read", "run", "finish", "finish"] as const),
    ...(["hold", "delay", "retry", "go on"] as const),
  ),
  { maxLength: 40 },
)

it("F34 whatever happens in between: the third unexpected end in the middle of the same, and no other, holds it back", () => {
  fc.assert(
    fc.property(steps, (story) => {
      const { run, ed } = team()
      let counts = new Map<string, number>()
      let read = 0
      const underWay = (): string[] => {
        const { turn } = run.agent(ed)
        if (turn?.status.kind === "asking") return ["reply"]
        return turn?.status.kind === "calling" ? running(run, ed).map(({ input }) => JSON.stringify(input)) : []
      }
      const crashes = () => {
        const during = underWay()
        for (const what of during) counts.set(what, (counts.get(what) ?? 0) + 1)
        const isTooOften = during.some((what) => (counts.get(what) ?? 0) >= 3)
        const had = run.agent(ed).turn !== null
        starts(run, ed)
        expect(run.agent(ed).turn !== null).toBe(had && !isTooOften)
        if (isTooOften) expect(isGivenUp(run, ed)).toBe(true)
      }
      const act: Readonly<Record<Step, () => void>> = {
        crash: crashes,
        "crash twice": () => [1, 2].forEach(crashes),
        quit: () => void quits(run, ed),
        reply: () => {
          if (run.agent(ed).turn?.status.kind !== "asking") return
          says(run, ed, "So far so good.")
          counts.delete("reply")
        },
        read: () => {
          if (run.agent(ed).turn?.status.kind !== "asking") return
          run.proposes(ed, reads(`${++read}.txt`))
          counts.delete("reply")
        },
        run: () => {
          if (run.agent(ed).turn?.status.kind !== "asking") return
          run.proposes(ed, runs("ls"), reads(`${++read}.txt`))
          counts.delete("reply")
        },
        finish: () => {
          const [call] = running(run, ed)
          if (!call) return
          finishes(run, ed, call.id)
          counts.delete(JSON.stringify(call.input))
        },
        hold: () => void run.do({ type: "turn.hold", ...turnOf(run, ed) }, app),
        delay: () => void run.do({ ...delay, ...turnOf(run, ed) }, app),
        retry: () => void run.do({ type: "turn.retry-step", ...turnOf(run, ed) }, app),
        "go on": () => {
          if (run.agent(ed).turn) return
          const wasOpen = run.agent(ed).standing.kind === "open"
          run.must({ type: "agent.go-on", agentId: ed })
          if (!wasOpen) counts = new Map()
        },
      }
      for (const step of story) {
        act[step]()
        const all = Object.values(run.agent(ed).run.crashes ?? {})
        expect(all.some((count) => count >= 3)).toBe(isGivenUp(run, ed))
        if (isGivenUp(run, ed)) expect(run.agent(ed).turn).toBeNull()
      }
      expect(leanSnapshot(snapshotOf(run.lighter()))).toEqual(leanSnapshot(snapshotOf(run.world())))
    }),
    { numRuns: 500 },
  )
})

const failure = { kind: "overloaded", message: "later", status: 529, requestId: null, retryAfterMs: null } as const
const delay = { type: "turn.delay", failure, delayMs: 5, draft: "" } satisfies Partial<CommandOf<"turn.delay">>
