// An agent in execution whose calls ask for approval, and the user's answers to them.
import { type AgentId, type ApprovalItem, type Command, type Json, jakeId } from "@kibitz/contract"
import { type Replay, replayWithJake } from "@kibitz/testkit"

export const bash = (command: string) => ({ name: "bash", input: { command } as Json })
export const install = "npm install jose@5"

export function executing(profile: "restricted" | "normal" | "trusted" = "normal"): Replay {
  const run = replayWithJake()
  run.must({
    type: "posture.change",
    agentId: jakeId,
    changes: { phase: "execution", permissionProfile: profile },
    reason: "",
    when: "now",
    confirm: profile === "trusted" ? "execution trusted" : "execution",
  })
  return run
}

export function approvals(run: Replay): ApprovalItem[] {
  return Object.values(run.world().attention).filter((item) => item.kind === "approval")
}
export function only(run: Replay): ApprovalItem {
  const [item, more] = approvals(run)
  if (!item || more) throw new Error(`there are ${approvals(run).length} approvals`)
  return item
}
export type Decision = Extract<Command, { type: "approval.answer" }>["decision"]
export const answer = (items: readonly ApprovalItem[], decision: Decision): Command => ({
  type: "approval.answer",
  items: items.map(({ id, hash }) => ({ id, hash })),
  decision,
})
export const once: Decision = { kind: "once" }
export const statusOf = (run: Replay, agentId: AgentId = jakeId) => run.agent(agentId).turn?.calls.map(({ status }) => status)
