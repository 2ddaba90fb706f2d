// After which calls the commit of a workspace is read again.
import { type CallId, type Command, type Json, jakeId, type TurnId } from "@kibitz/contract"
import { type Replay, replayWithJake } from "@kibitz/testkit"
import { describe, expect, it } from "vitest"
import { fromApp } from "../kernel/outcome.ts"
import { looksAfter } from "../world.ts"

function running(name: string, input: Json): { run: Replay; ids: { agentId: typeof jakeId; turnId: TurnId; callId: CallId } } {
  const run = replayWithJake()
  const changes = { phase: "execution", permissionProfile: "trusted" } as const
  run.must({ type: "posture.change", agentId: jakeId, changes, reason: "", when: "now", confirm: "execution trusted" })
  const [call] = run.proposes(jakeId, { name, input })
  expect(call?.status).toBe("allowed")
  return { run, ids: { agentId: jakeId, turnId: run.agent().turn?.id as TurnId, callId: call?.id as CallId } }
}

function looks(run: Replay, command: Command) {
  const before = run.world()
  return run.must(command, fromApp).flatMap((event) => looksAfter(event, run.world(), before))
}

const result = { ok: true, output: "", bytes: 0, durationMs: 0 }
const heads = [{ kind: "heads", agentIds: [jakeId] }]

describe("T23 the commit of a workspace", () => {
  it.each([
    ["bash", { command: "npm test" }, heads],
    ["git_commit", { message: "Done" }, heads],
    ["write_file", { path: "a.txt", content: "" }, []],
    ["read_file", { path: "a.txt" }, []],
    ["git_diff", {}, []],
  ])("after %s", (name, input, wanted) => {
    const { run, ids } = running(name, input)
    expect(looks(run, { type: "call.finish", ...ids, result })).toEqual(wanted)
  })

  it("is read after a command that was cut off, also when the turn ended with it", () => {
    const { run, ids } = running("bash", { command: "npm test" })
    run.must({ type: "turn.interrupt", agentId: jakeId })
    expect(looks(run, { type: "turn.stop", agentId: jakeId, turnId: ids.turnId, draft: "" })).toEqual(heads)
    expect(run.agent().turn).toBeNull()
  })
})
