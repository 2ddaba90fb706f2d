// Calls that are allowed and wait for their turn to run: what the world, the transcript, the crash count and a stop make of them.
import { type Call, type CallId, type Event, jakeId, type TurnId } from "@kibitz/contract"
import { type Replay, replayWithJake } from "@kibitz/testkit"
import { describe, expect, it } from "vitest"
import type { TranscriptItem } from "../kernel/transcript-item.ts"
import { foldTranscript } from "../record.ts"
import { isHeld } from "../team/running.ts"
import { isSilent } from "../team/status.ts"

const app = { actor: "app", surface: null } as const

/** Jake may execute, and his reply asked for these commands. */
function working(...commands: string[]): { run: Replay; turnId: TurnId; ids: CallId[] } {
  const run = replayWithJake()
  run.must({
    type: "posture.change",
    agentId: jakeId,
    changes: { phase: "execution" },
    reason: "",
    when: "now",
    confirm: "execution",
  })
  const calls = run.proposes(jakeId, ...commands.map((command) => ({ name: "bash", input: { command } })))
  return { run, turnId: run.agent().turn?.id as TurnId, ids: calls.map(({ id }) => id) }
}
const callsOf = (run: Replay): readonly Call[] => run.agent().turn?.calls ?? []
const hold = (run: Replay, turnId: TurnId, callIds: CallId[]) =>
  run.must({ type: "calls.hold", agentId: jakeId, turnId, callIds }, app)
const typesOf = (events: readonly Event[]) => events.map(({ type }) => type)

describe("a call that waits for its turn to run", () => {
  it("T30 waits until it is released, and runs from then on", () => {
    const { run, turnId, ids } = working("ls 1", "ls 2", "ls 3")
    expect(typesOf(hold(run, turnId, ids.slice(1)))).toEqual(["calls.held"])
    expect(callsOf(run).map(isHeld)).toEqual([false, true, true])
    expect(run.do({ type: "calls.hold", agentId: jakeId, turnId, callIds: ids.slice(1) }, app)).toBe("stale")
    run.must({ type: "call.release", agentId: jakeId, turnId, callId: ids[1] as CallId }, app)
    expect(callsOf(run).map(isHeld)).toEqual([false, false, true])
    const again = { type: "call.release", agentId: jakeId, turnId, callId: ids[1] as CallId } as const
    expect(run.do(again, app)).toBe("stale")
  })

  it("T30 is a line of the transcript that says so", () => {
    const { run, turnId, ids } = working("ls 1", "ls 2")
    hold(run, turnId, ids.slice(1))
    expect(linesOf(run)).toEqual(["running", "held"])
    run.must({ type: "call.release", agentId: jakeId, turnId, callId: ids[1] as CallId }, app)
    expect(linesOf(run)).toEqual(["running", "running"])
  })

  it("OPM-7 gives no sign of life, and none is missed", () => {
    const { run, turnId, ids } = working("ls 1")
    const later = "2099-01-01T00:00:00Z" as Parameters<typeof isSilent>[1]
    expect(isSilent(run.agent(), later)).toBe(true)
    hold(run, turnId, ids)
    expect(isSilent(run.agent(), later)).toBe(false)
  })

  it("A15 is refused, not finished, when the turn is stopped, and the model is told that it was not made", () => {
    const { run, turnId, ids } = working("ls 1", "ls 2")
    hold(run, turnId, ids.slice(1))
    run.must({ type: "turn.interrupt", agentId: jakeId })
    const stopped = run.must({ type: "turn.stop", agentId: jakeId, turnId, draft: "" }, app)
    expect(typesOf(stopped).filter((type) => type.startsWith("call."))).toEqual(["call.finished", "call.blocked"])
    expect(stopped.find(({ type }) => type === "call.blocked")).toMatchObject({ callId: ids[1], verdict: { rule: "stopped" } })
  })

  it("F34 counts for no crash: it ran nothing", () => {
    const { run, turnId, ids } = working("ls 1", "ls 2")
    hold(run, turnId, ids.slice(1))
    const recovered = run.must({ type: "turn.recover", agentId: jakeId, turnId, draft: "" }, app)
    const crashed = recovered.find((event) => event.type === "turn.crashed")
    expect(crashed?.during).toHaveLength(1)
  })

  it("T26 that has become forbidden while it waited is refused when it is to run", () => {
    const { run, turnId, ids } = working("touch 1", "touch 2")
    hold(run, turnId, ids.slice(1))
    run.must({ type: "posture.change", agentId: jakeId, changes: { phase: "planning" }, reason: "", when: "now" })
    const release = { type: "call.release", agentId: jakeId, turnId, callId: ids[1] as CallId } as const
    expect(typesOf(run.must(release, app))).not.toContain("call.released")
    expect(callsOf(run)[1]?.status).not.toBe("allowed")
  })

  it("T26 that the user has said yes to is not asked about a second time", () => {
    const { run, turnId } = working("curl https://example.com")
    const [item] = Object.values(run.world().attention)
    if (item?.kind !== "approval") return expect.fail("nothing is asked for")
    run.must({ type: "approval.answer", items: [{ id: item.id, hash: item.hash }], decision: { kind: "once" } })
    const [call] = callsOf(run)
    hold(run, turnId, [call?.id as CallId])
    const released = run.must({ type: "call.release", agentId: jakeId, turnId, callId: call?.id as CallId }, app)
    expect(released).toMatchObject([{ type: "call.released", confinement: { network: true } }])
  })
})

function linesOf(run: Replay): string[] {
  const items = foldTranscript([] as TranscriptItem[], run.journal)
  return items.flatMap((item) => (item.kind === "call" ? [item.status] : []))
}
