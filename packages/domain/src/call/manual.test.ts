// AXS-7: in manual run control the user is asked before every call that changes something, in Kibitz as well as outside of it.
import { type AgentId, type CapabilityName, capabilities, type Json, jakeId } from "@kibitz/contract"
import { type Replay, replayWithJake } from "@kibitz/testkit"
import { describe, expect, it } from "vitest"
import { judge } from "../gate/judge.ts"
import { access, inputs } from "../gate/test-access.ts"

/** Calls that act on another agent, and what each does once it has run. */
const onOthers = [
  ["spawn_agent", { name: "Noa", assignment: "look" }, (run: Replay) => run.agent().childIds.length === 2],
  ["message_agent", { to: "Ed", text: "hurry" }, (run: Replay) => JSON.stringify(run.agent(edOf(run)).queue).includes("hurry")],
  ["redirect_agent", { agent: "Ed", assignment: "something else" }, (run: Replay) => assigned(run) === "something else"],
  ["dismiss_agent", { agent: "Ed" }, (run: Replay) => run.agent(edOf(run)).standing.kind === "dismissed"],
] as const satisfies readonly (readonly [CapabilityName, Json, (run: Replay) => boolean])[]

const edOf = (run: Replay): AgentId => run.agent().childIds[0] as AgentId
const assigned = (run: Replay) => run.agent(edOf(run)).assignment

/** Jake in manual run control, with Ed below him. */
function manual(): Replay {
  const run = replayWithJake()
  run.must({ type: "agent.spawn", parentId: jakeId, name: "Ed", assignment: "do it" })
  run.must({ type: "posture.change", agentId: jakeId, changes: { runControl: "manual" }, reason: "", when: "now" })
  return run
}

const waiting = (run: Replay) => Object.values(run.world().attention).filter((item) => item.kind === "approval")

describe("AXS-7 manual run control", () => {
  it.each(onOthers)("%s waits for the user, and happens once it is approved", (name, input, isDone) => {
    const run = manual()
    const [call] = run.proposes(jakeId, { name, input })
    expect(call).toMatchObject({ status: "asked", capability: name })
    const [item] = waiting(run)
    if (!item) return expect.fail("nothing was asked")
    expect(item).toMatchObject({ agentId: jakeId, verdict: { rule: "manual" }, effects: [expect.stringMatching(/\w/)] })
    expect(isDone(run)).toBe(false)
    const decision = { kind: "once" } as const
    run.must({ type: "approval.answer", items: [{ id: item.id, hash: item.hash }], decision })
    const turnId = run.agent().turn?.id as never
    run.must({ type: "call.apply", agentId: jakeId, turnId, callId: item.callId }, { actor: "app", surface: null })
    expect(isDone(run)).toBe(true)
  })

  it("a no leaves everybody as they were", () => {
    const run = manual()
    run.proposes(jakeId, { name: "dismiss_agent", input: { agent: "Ed" } })
    const [item] = waiting(run)
    if (!item) return expect.fail("nothing was asked")
    run.must({ type: "approval.answer", items: [{ id: item.id, hash: item.hash }], decision: { kind: "deny", why: "keep Ed" } })
    expect(run.agent().turn?.calls[0]?.status).toBe("blocked")
    expect(run.agent(edOf(run)).standing.kind).not.toBe("dismissed")
  })

  it("with nobody there to ask, it is refused", () => {
    const attended = access({ runControl: "manual", attended: false })
    for (const [capability, input] of onOthers) {
      expect([capability, judge({ capability, input, access: attended })]).toMatchObject([
        capability,
        { effect: "deny", rule: "manual" },
      ])
    }
  })

  it("of all capabilities, only reads and what speaks to the user or about the agent itself go without asking", () => {
    const manually = access({ phase: "execution", profile: "unrestricted", runControl: "manual" })
    const free = (Object.keys(capabilities) as CapabilityName[]).filter(
      (capability) => judge({ capability, input: inputs[capability], access: manually }).effect === "allow",
    )
    expect(free).toEqual([
      ...["read_file", "list_directory", "search_files", "glob"],
      // The command given here only reads.
      "bash",
      ...["git_status", "git_diff"],
      ...["ask_user", "knock", "report_progress", "add_commitment"],
    ])
  })

  it("in planning too, where such calls are allowed otherwise", () => {
    for (const [capability, input] of onOthers) {
      expect([capability, judge({ capability, input, access: access() })]).toMatchObject([capability, { effect: "allow" }])
      expect([capability, judge({ capability, input, access: access({ runControl: "manual" }) })]).toMatchObject([
        capability,
        { effect: "ask", rule: "manual" },
      ])
    }
  })
})

describe("the card of a call on another agent", () => {
  it.each([
    ["message_agent", { to: "Ed", text: "hurry" }, "hurry", "Ed gets this message and may act on it"],
    ["message_agent", { to: "parent", text: "done" }, "done", "the agent it works for gets this message and may act on it"],
    ["redirect_agent", { agent: "Ed", assignment: "other" }, "other", "Ed works on this instead of its assignment"],
    ["dismiss_agent", { agent: "Ed" }, "Ed", "ends Ed and every agent below it; what they have written stays"],
    ["answer_child", { question: "item_1", answer: "blue" }, "blue", "the agent that asked gets this answer and may act on it"],
    [
      "answer_child",
      { question: "item_1", answer: "blue", dontKnow: true },
      "It does not know.",
      "passes the question on to the next above",
    ],
    ["answer_child", { question: "item_1", dontKnow: true }, "It does not know.", "passes the question on to the next above"],
  ] as const)("%s says what it does: %j", (name, input, detail, effect) => {
    const run = manual()
    run.proposes(jakeId, { name, input })
    expect(waiting(run)).toMatchObject([{ detail, effects: [effect] }])
  })
})
