// Owns: a short story about one agent, with what happens to its turns, calls, checks, questions and workspace.
import type { Story } from "../samples.ts"

const agentId = "otto"
const turnId = "turn_otto"
const ofTurn = { agentId, turnId }
const ofCall = { ...ofTurn, callId: "call_otto" }
const check = {
  callId: "call_check",
  name: "the answer",
  command: "test -f answer.txt",
  required: true,
  source: "commitment",
} as const
const outcome = { name: check.name, command: check.command, required: true, result: "passed", detail: "" } as const
const work = { kind: "count", input: {}, byKibitz: true } as const
const failure = { kind: "overloaded", message: "Overloaded", status: 529, requestId: null, retryAfterMs: null } as const
const survey = { files: 1, folders: 1, bytes: 14, isCut: false, inGit: 1, first: ["old/notes.txt"] }
const worktree = { workspaceId: "ws_otto", kind: "worktree", root: "/worktrees/ws_otto", branch: "otto", base: "c0ffee" } as const
const parked = { id: "item_parked", question: "Which one?", options: [], preferred: null, holderId: "jake" }

export const story: Story = (at, later) => [
  { type: "agent.founded", agentId, parentId: "jake", name: "Otto", assignment: "Write the answer down." },
  { type: "commitment.added", agentId, commitment: { callId: "call_promise", command: check.command, timeoutSeconds: 20 } },
  { type: "turn.started", ...ofTurn, model: "claude-sonnet-5-5" },
  { type: "turn.sent-back", ...ofTurn, problem: "The answer is not JSON." },
  { type: "turn.held", ...ofTurn },
  { type: "turn.released", ...ofTurn },
  { type: "turn.delayed", ...ofTurn, until: later, failure, draft: "" },
  { type: "turn.step-retried", ...ofTurn, attempt: 2 },
  { type: "limit.changed", limit: { until: later, wakes: true } },
  { type: "limit.changed", limit: null },
  { type: "evidence.recorded", agentId, what: "text streams" },
  { type: "agent.progressed", agentId, percent: 50, note: "half of it", milestone: true },
  { type: "calls.held", ...ofTurn, callIds: [ofCall.callId] },
  { type: "call.released", ...ofCall, confinement: { write: true, network: false } },
  { type: "approval.surveyed", agentId, itemId: "item_otto", survey, stepTwo: "Delete 1 file" },
  { type: "question.parked", agentId, question: { ...parked, at, climbsAt: later } },
  { type: "question.left", agentId, itemId: parked.id, outcome: "answered", note: "The first one." },
  { type: "turn.set-aside", ...ofTurn },
  { type: "turn.crashed", ...ofTurn, during: ["reply"] },
  { type: "turn.recovered", ...ofTurn, draft: "I was about to" },
  { type: "turn.finished", ...ofTurn },
  { type: "verification.started", agentId, turnId: "turn_check", checks: [check], said: "It is written." },
  { type: "verification.cut-off", agentId, turnId: "turn_check" },
  { type: "verification.started", agentId, turnId: "turn_check_2", checks: [check], said: "It is written." },
  { type: "verification.checked", agentId, turnId: "turn_check_2", outcome },
  { type: "verification.ended", agentId, turnId: "turn_check_2", passed: true, checks: [outcome] },
  { type: "turn.started", agentId, turnId: "turn_work", model: "", cause: "asked", brief: work },
  { type: "turn.found", agentId, turnId: "turn_work", finding: "answer.txt" },
  { type: "turn.cut-off", agentId, turnId: "turn_work" },
  { type: "grant.used", grantId: "grant_otto" },
  { type: "grants.ended", grantIds: ["grant_otto"], cause: "used-up" },
  { type: "agent.recast", agentId },
  { type: "room.tidied", agentId: "jake" },
  { type: "workspace.opened", ...worktree },
  { type: "workspace.head-recorded", workspaceId: worktree.workspaceId, head: "decade" },
  { type: "workspace.closed", workspaceId: worktree.workspaceId },
]
