// What the host tells the world about its machine, over fakes that behave.
import {
  type AgentId,
  type ApprovalItem,
  type CallId,
  type Json,
  jakeId,
  projectWorkspaceId,
  type Turn,
  type TurnId,
  WorkspaceId,
} from "@kibitz/contract"
import { allAgents, findAgent, findWorkspace, preparationsOf } from "@kibitz/domain"
import type { AuditCheck, WorktreeWish } from "@kibitz/ports"
import { type Supervisor, startSupervisor } from "@kibitz/supervisor"
import { countingIds, manualClock, memoryJournal, recordingLog, replyOf, untilFact } from "@kibitz/testkit"
import { expect, test } from "vitest"
import { watchMachine } from "./machine.ts"

function machineWith(check: AuditCheck, head: (root: string) => string | null = () => null, events = "") {
  const journal = memoryJournal()
  const clock = manualClock()
  const log = recordingLog()
  const supervisor = startSupervisor({ journal, clock, ids: countingIds(), log })
  const sandbox = {
    probe: () => Promise.reject(new Error("no such program")),
    wrap: () => null,
  }
  const watched = {
    ...journal,
    *verifyAudit() {
      yield undefined
      return check
    },
    *verifyEvents() {
      yield undefined
      return events
    },
  }
  const workspaces = {
    files: 14,
    surveyed: [] as unknown[],
    read: [] as string[],
    async head(root: string) {
      workspaces.read.push(root)
      return head(root)
    },
    async survey(root: string, paths: readonly string[]) {
      workspaces.surveyed.push([root, ...paths])
      return { files: workspaces.files, folders: 1, bytes: 100, isCut: false, inGit: null, first: [] }
    },
    async openWorktree({ root, branch }: WorktreeWish) {
      return branch === "taken" ? { refused: "There is such a branch." } : { root, branch, base: "abc" }
    },
  }
  const project = "/project"
  const machine = watchMachine({ supervisor, journal: watched, sandbox, workspaces, project, worktreesDir: "/trees", clock, log })
  const headOf = (id: WorkspaceId = projectWorkspaceId) => findWorkspace(supervisor.world(), id)?.head
  return { machine, supervisor, workspaces, clock, log, headOf }
}

const holding = { ok: true, entries: 0, problem: "" }

/** As the start of every engine does it. */
async function opened(supervisor: Supervisor): Promise<void> {
  await supervisor.dispatch({ type: "workspace.record-project", root: "/project" })
  await supervisor.dispatch({ type: "agent.found", agentId: jakeId, name: "Jake" })
}

test("a log that does not hold is in the world and in the log, and the one who asked is told", async () => {
  const { machine, supervisor, clock, log } = machineWith({ ok: false, entries: 3, problem: "entry 2: its content was changed" })
  const verified = machine.verifyAudit()
  await untilFact("the check pauses", () => clock.pending() > 0)
  clock.advance(1)
  expect(await verified).toMatchObject({ rejection: { message: expect.stringContaining("entry 2") } })
  expect(supervisor.world().audit).toMatchObject({ ok: false, problem: "entry 2: its content was changed" })
  expect(JSON.stringify(log.lines)).toContain("the audit log does not hold")
})

test("F14 damaged events are told when all is checked, with what to do; a start looks at the log alone", async () => {
  const holds = { ok: true, entries: 3, problem: "" }
  const { machine, supervisor, clock, log } = machineWith(holds, () => null, "entry 7 of the journal is missing")
  const atStart = machine.verifyAudit()
  await untilFact("the check pauses", () => clock.pending() > 0)
  clock.advance(1)
  expect(await atStart).toMatchObject({ seq: expect.any(Number) })
  const all = machine.verifyAudit("all")
  for (let pause = 0; pause < 2; pause++) {
    await untilFact("the check pauses", () => clock.pending() > 0)
    clock.advance(1)
  }
  const told = "entry 7 of the journal is missing. Run `kibitz restore` once Kibitz is closed"
  expect(await all).toMatchObject({ rejection: { message: `The journal is damaged: ${told}` } })
  expect(supervisor.world().audit).toMatchObject({ ok: false, entries: 3, problem: told })
  expect(JSON.stringify(log.lines)).toContain("the journal is damaged")
})

test("T36: a probe that breaks means that there is no sandbox, and says so", async () => {
  const { machine, supervisor } = machineWith({ ok: true, entries: 0, problem: "" })
  await machine.probeSandbox()
  expect(supervisor.world().sandbox).toMatchObject({ state: "off", because: expect.stringMatching(/\w/) })
})

test("who is connected is counted, and a connection that ends twice counts once", async () => {
  const { machine, supervisor } = machineWith({ ok: true, entries: 0, problem: "" })
  const gone = machine.connected("rpc")
  const other = machine.connected("rpc")
  await supervisor.drain()
  expect(supervisor.world().surfaces).toEqual(["rpc"])
  gone()
  gone()
  await supervisor.drain()
  expect(supervisor.world().surfaces).toEqual(["rpc"])
  other()
  await supervisor.drain()
  expect(supervisor.world().surfaces).toEqual([])
})

test("T23: the commit is looked up after a command that may have moved it", async () => {
  let head = "abc"
  const { machine, supervisor, headOf } = machineWith({ ok: true, entries: 0, problem: "" }, () => head)
  await opened(supervisor)
  await machine.refreshHeads()
  expect(headOf()).toBe("abc")
  head = "def"
  supervisor.listen(machine.follow)
  await runs(supervisor, jakeId, "bash", { command: "ls" })
  await untilFact("the new commit is known", () => headOf() === "def")
})

test("T23: a command moves the head of its agent's workspace, and no other is read", async () => {
  const heads: Record<string, string> = { "/project": "abc", "/trees/task": "abc" }
  const { machine, supervisor, workspaces, headOf } = machineWith(holding, (root) => heads[root] ?? null)
  await opened(supervisor)
  const task = WorkspaceId.parse("task")
  await machine.openWorktree({ type: "workspace.open-worktree", workspaceId: task })
  await supervisor.dispatch({ type: "agent.spawn", parentId: jakeId, name: "Ed", workspaceId: task })
  await machine.refreshHeads()
  expect(workspaces.read.splice(0).sort()).toEqual(["/project", "/trees/task"])
  heads["/project"] = "other"
  heads["/trees/task"] = "def"
  supervisor.listen(machine.follow)
  const ed = allAgents(supervisor.world()).find(({ name }) => name === "Ed")
  await runs(supervisor, ed?.id as AgentId, "bash", { command: "ls" })
  await untilFact("the new commit is known", () => headOf(task) === "def")
  expect(workspaces.read).toEqual(["/trees/task"])
  expect(headOf()).toBe("abc")
})

test("no commit is looked up after a call that cannot move it", async () => {
  const { machine, supervisor, workspaces } = machineWith(holding)
  await opened(supervisor)
  supervisor.listen(machine.follow)
  await runs(supervisor, jakeId, "read_file", { path: "a.txt" })
  await supervisor.drain()
  expect(workspaces.read).toEqual([])
})

test("a look that fails is logged, and what comes after it is looked at all the same", async () => {
  let isBroken = true
  const { machine, supervisor, log, headOf } = machineWith(holding, () => {
    if (isBroken) throw new Error("no such program")
    return "abc"
  })
  await opened(supervisor)
  supervisor.listen(machine.follow)
  await runs(supervisor, jakeId, "bash", { command: "ls" })
  await untilFact("it is logged", () => log.lines.some(({ what }) => what === "a look at the machine failed"))
  isBroken = false
  await callsOnce(supervisor, jakeId, "bash", { command: "ls" })
  await untilFact("the commit is known", () => headOf() === "abc")
})

test("a worktree that cannot be made is refused with the reason, and no workspace is opened", async () => {
  const { machine, supervisor } = machineWith(holding)
  const open = { type: "workspace.open-worktree", workspaceId: WorkspaceId.parse("task") } as const
  expect(await machine.openWorktree({ ...open, branch: "taken" })).toMatchObject({
    rejection: { kind: "unavailable", message: "There is such a branch." },
  })
  expect(Object.keys(supervisor.world().workspaces)).toEqual(["project"])
  await machine.openWorktree(open)
  expect(await machine.openWorktree(open)).toMatchObject({ rejection: { kind: "not-allowed" } })
})

/** An agent begins a turn and makes one call. */
async function runs(supervisor: Supervisor, agentId: AgentId, capability: string, input: Json): Promise<void> {
  const byUser = { actor: "user", surface: "desktop" } as const
  await supervisor.dispatch({ type: "sandbox.record", status: { state: "on", name: "test", because: "", remedy: "" } })
  const change = {
    type: "posture.change",
    changes: { phase: "execution" },
    confirm: "execution",
    reason: "",
    when: "now",
  } as const
  for (const one of new Set([jakeId, agentId])) await supervisor.dispatch({ ...change, agentId: one }, byUser)
  await supervisor.dispatch({ type: "message.send", agentId, text: "hello", delivery: "now" }, byUser)
  await callsOnce(supervisor, agentId, capability, input)
}

async function callsOnce(supervisor: Supervisor, agentId: AgentId, capability: string, input: Json): Promise<void> {
  const turn = () => findAgent(supervisor.world(), agentId)?.turn as Turn
  const turnId = turn().id
  const call = { type: "tool_use" as const, id: "call_1" as CallId, name: capability, input }
  await supervisor.dispatch({ type: "turn.reply", agentId, turnId, reply: replyOf([call], "tool_use") })
  const callId = turn().calls.at(-1)?.id as CallId
  const result = { ok: true, output: "", bytes: 0, durationMs: 0 }
  expect(await supervisor.dispatch({ type: "call.finish", agentId, turnId, callId, result })).toHaveProperty("seq")
}

test("card law 5: a deletion that is asked for is counted, and counted again when the first step is taken", async () => {
  const { machine, supervisor, workspaces } = machineWith(holding)
  const byUser = { actor: "user", surface: "desktop" } as const
  const jake = { agentId: jakeId }
  await opened(supervisor)
  await supervisor.dispatch({ type: "surfaces.record", surfaces: ["desktop"] })
  const changes = { phase: "execution" } as const
  await supervisor.dispatch({ type: "posture.change", ...jake, changes, confirm: "execution", reason: "", when: "now" }, byUser)
  await supervisor.dispatch({ type: "message.send", ...jake, text: "clean up", delivery: "now" }, byUser)
  const turnId = findAgent(supervisor.world(), jakeId)?.turn?.id as TurnId
  supervisor.listen(machine.follow)
  const call = { type: "tool_use" as const, id: "call_1" as CallId, name: "bash", input: { command: "rm -rf data/legacy" } }
  await supervisor.dispatch({ type: "turn.reply", ...jake, turnId, reply: replyOf([call], "tool_use") })
  const item = () => Object.values(supervisor.world().attention)[0] as ApprovalItem
  await untilFact("it is counted", () => item().survey !== undefined)
  expect(workspaces.surveyed).toEqual([["/project", "data/legacy"]])
  expect(item().stepTwo).toBe("Delete 14 files")
  workspaces.files = 15
  for (const what of preparationsOf({ type: "approval.arm", item: item() }, supervisor.world())) await machine.look(what)
  expect(item().stepTwo).toBe("Delete 15 files")
})
