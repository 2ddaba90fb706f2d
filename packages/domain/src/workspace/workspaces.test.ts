// Where agents work: which workspace they get, what a workspace's head decides, and what does not pass from one to another.
import {
  type AgentId,
  type ApprovalItem,
  type Call,
  type Command,
  type Event,
  type GrantPattern,
  type Instant,
  type Json,
  jakeId,
  projectWorkspaceId,
  type TurnId,
  WorkspaceId,
  type World,
} from "@kibitz/contract"
import { type Replay, replayWithJake, replyOf } from "@kibitz/testkit"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { fromApp } from "../kernel/outcome.ts"
import { emptyWorld, evolve } from "../record.ts"
import { allAgents, findAgent, snapshotOf, worldFrom } from "../team/agents.ts"
import { auditOf } from "../world.ts"
import { placeLine } from "./words.ts"
import { findWorkspace, headOf, rootOf } from "./workspaces.ts"

const [one, two] = [WorkspaceId.parse("one"), WorkspaceId.parse("two")]
const at = "2026-01-01T00:00:00.000Z" as Instant
const asking = { name: "bash", input: { command: "npm install jose@5" } as Json }

const recordWorktree = (workspaceId: WorkspaceId, branch: string | null = null): Command => {
  return { type: "workspace.record-worktree", workspaceId, root: `/data/worktrees/${workspaceId}`, branch, base: "c0" }
}
const recordHead = (workspaceId: WorkspaceId, head: string): Command => ({ type: "workspace.record-head", workspaceId, head })

/** The project and two worktrees, all on c0. */
function repository(): Replay {
  const run = replayWithJake()
  run.must({ type: "workspace.record-project", root: "/home/ann/shop" })
  run.must(recordHead(projectWorkspaceId, "c0"))
  run.must(recordWorktree(one, "task/one"))
  run.must(recordWorktree(two))
  const changes = { phase: "execution", permissionProfile: "trusted" } as const
  run.must({ type: "posture.change", agentId: jakeId, changes, reason: "", when: "now", confirm: "execution trusted" })
  return run
}

/** In execution, with the profile normal unless another is named. */
function hired(run: Replay, workspaceId?: WorkspaceId, permissionProfile: "normal" | "trusted" = "normal"): AgentId {
  const events = run.must({ type: "agent.spawn", parentId: jakeId, ...(workspaceId ? { workspaceId } : {}) })
  const agentId = founded(events)
  const changes =
    permissionProfile === "normal" ? ({ phase: "execution" } as const) : ({ phase: "execution", permissionProfile } as const)
  const confirm = Object.values(changes).join(" ")
  run.must({ type: "posture.change", agentId, changes, reason: "", when: "now", confirm })
  return agentId
}

function founded(events: readonly Event[]): AgentId {
  const event = events.find(({ type }) => type === "agent.founded")
  return event?.type === "agent.founded" ? event.agentId : expect.fail("nobody was founded")
}

function cardOf(run: Replay, agentId: AgentId): ApprovalItem | undefined {
  return Object.values(run.world().attention).find((item) => item.kind === "approval" && item.agentId === agentId) as
    | ApprovalItem
    | undefined
}

/** Makes the call, and ends it. */
function does(run: Replay, agentId: AgentId, name: string, input: Json): void {
  const call = run.proposes(agentId, { name, input }).at(-1) as Call
  expect([name, call.status]).toEqual([name, "allowed"])
  const turnId = run.agent(agentId).turn?.id as TurnId
  const result = { ok: true, output: "x", bytes: 1, durationMs: 1 }
  run.must({ type: "call.finish", agentId, turnId, callId: call.id, result }, fromApp)
}
const fetches = (run: Replay, agentId: AgentId) => does(run, agentId, "web_fetch", { url: "https://example.org/" })
const writes = (run: Replay, agentId: AgentId) => does(run, agentId, "write_file", { path: "notes.txt", content: "x" })
const reads = (run: Replay, agentId: AgentId) => does(run, agentId, "read_file", { path: "notes.txt" })
const isTainted = (run: Replay, agentId: AgentId) => run.agent(agentId).taintedAt !== null

describe("where an agent works", () => {
  it("is the project for the root, the parent's workspace for a child, and another where the command names one", () => {
    const run = repository()
    const ann = hired(run, one)
    const kit = founded(run.must({ type: "agent.spawn", parentId: ann }))
    const bob = founded(run.must({ type: "agent.spawn", parentId: ann, workspaceId: two }))
    const cid = founded(run.must({ type: "agent.spawn", parentId: ann, workspaceId: projectWorkspaceId }))
    const places = [jakeId, ann, kit, bob, cid].map((id) => run.agent(id).workspaceId)
    expect(places).toEqual([projectWorkspaceId, one, one, two, projectWorkspaceId])
    expect(rootOf(run.world(), run.agent(kit))).toBe("/data/worktrees/one")
    expect(run.do({ type: "agent.spawn", parentId: ann, workspaceId: WorkspaceId.parse("three") })).toBe("not-allowed")
  })

  it("is the same for a child that an agent starts", () => {
    const run = repository()
    const ann = hired(run, one, "trusted")
    const call = run.proposes(ann, { name: "spawn_agent", input: { name: "Kit", assignment: "help" } }).at(-1) as Call
    run.must({ type: "call.apply", agentId: ann, turnId: run.agent(ann).turn?.id as TurnId, callId: call.id }, fromApp)
    expect(allAgents(run.world()).find(({ name }) => name === "Kit")?.workspaceId).toBe(one)
  })

  it("is told to the model: the project folder, or the worktree with its branch", () => {
    const run = repository()
    const lines = [jakeId, hired(run, one), hired(run, two)].map((id) => placeLine(run.world(), run.agent(id)))
    expect(lines[0]).toBe('You work in the project folder "shop".')
    expect(lines[1]).toMatch(
      /^You work in the folder "\/data\/worktrees\/one", a git worktree of the project "shop", on the branch "task\/one"\./,
    )
    expect(lines[2]).toContain("on no branch")
  })

  it("is in the audit log where it is not the project's own folder", () => {
    const run = repository()
    const facts = (agentId: AgentId) => {
      run.proposes(agentId, asking)
      const entry = run.journal.findLast(({ event }) => event.type === "call.asked") ?? expect.fail("nothing was asked")
      return auditOf(entry.event, run.world(), entry.seq, entry.at)?.facts
    }
    expect(facts(hired(run, one))).toMatchObject({ head: "c0", workspaceId: "one" })
    expect(facts(hired(run))).not.toHaveProperty("workspaceId")
  })
})

describe("a workspace", () => {
  it("is not opened twice, neither by id nor by folder", () => {
    const run = repository()
    expect(run.do(recordWorktree(one))).toBe("not-allowed")
    expect(run.do({ ...recordWorktree(one), workspaceId: WorkspaceId.parse("three") } as Command)).toBe("not-allowed")
    expect(run.do({ type: "workspace.record-project", root: "/home/ann/shop" })).toEqual([])
  })

  it("moves with the project's folder, and keeps its head until another is read", () => {
    const run = repository()
    run.must({ type: "workspace.record-project", root: "/home/ann/moved" })
    expect(findWorkspace(run.world(), projectWorkspaceId)).toMatchObject({ root: "/home/ann/moved", head: "c0" })
  })

  it("is closed only when every agent in it is dismissed, and the project's never", () => {
    const run = repository()
    const ann = hired(run, one)
    expect(run.do({ type: "workspace.close", workspaceId: one })).toBe("not-allowed")
    run.must({ type: "agent.dismiss", agentId: ann })
    run.must({ type: "workspace.close", workspaceId: one })
    expect(Object.keys(run.world().workspaces)).toEqual(["project", "two"])
    expect(run.do({ type: "workspace.close", workspaceId: one })).toBe("unknown-item")
    expect(run.do(recordHead(one, "c1"))).toBe("stale")
    expect(run.do({ type: "workspace.close", workspaceId: projectWorkspaceId })).toBe("not-allowed")
  })

  it("of a journal from before is the project: heads without an id, agents without a workspace", () => {
    const events = [
      { type: "agent.founded", agentId: jakeId, parentId: null, name: "Jake" },
      { type: "workspace.head-recorded", head: "c7" },
      { type: "agent.founded", agentId: "a1" as AgentId, parentId: jakeId, name: "Ed" },
    ] as const
    const world = events.reduce<World>((before, event, n) => evolve(before, { seq: n + 1, at, event }), emptyWorld)
    expect(world.workspaces).toEqual({ project: { ...emptyWorld.workspaces[projectWorkspaceId], head: "c7" } })
    const ed = findAgent(world, "a1" as AgentId) ?? expect.fail("Ed is not there")
    expect([ed.workspaceId, headOf(world, ed), rootOf(world, ed)]).toEqual(["project", "c7", undefined])
  })

  it("is saved and read again; clients that know no workspaces still get the project's head", () => {
    const world = repository().world()
    expect(snapshotOf(world).head).toBe("c0")
    expect(worldFrom(JSON.parse(JSON.stringify(snapshotOf(world))))).toEqual(world)
  })
})

describe("T23 a head that moves", () => {
  it("takes back what waits in its own workspace, and nothing else, in whatever order heads move", () => {
    const places = [projectWorkspaceId, one, two]
    const move = fc.record({ place: fc.constantFrom(...places), head: fc.constantFrom("c0", "c1", "c2") })
    fc.assert(
      fc.property(fc.array(move, { minLength: 1, maxLength: 12 }), (moves) => {
        const run = repository()
        const agents = places.map((place) => hired(run, place))
        for (const id of agents) run.proposes(id, asking)
        for (const { place, head } of moves) {
          const before = agents.map((id) => cardOf(run, id))
          const hasMoved = findWorkspace(run.world(), place)?.head !== head
          run.must(recordHead(place, head))
          for (const [n, id] of agents.entries()) {
            const card = cardOf(run, id) ?? expect.fail("the card is gone")
            expect(card.head).toBe(headOf(run.world(), run.agent(id)))
            expect(card.id === before[n]?.id).toBe(!hasMoved || places[n] !== place)
          }
        }
      }),
    )
  })
})

describe("what the user allows", () => {
  const pattern: GrantPattern = { kind: "command", words: ["npm", "install"], rest: true }
  const granted = (run: Replay, agentId: AgentId, decision: Extract<Command, { type: "approval.answer" }>["decision"]) => {
    run.proposes(agentId, asking)
    const { id, hash } = cardOf(run, agentId) ?? expect.fail("nothing is asked")
    run.must({ type: "approval.answer", items: [{ id, hash }], decision })
  }
  const statuses = (run: Replay, agents: readonly AgentId[]) => agents.map((id) => run.proposes(id, asking).at(-1)?.status)

  it("as a lease holds in the workspace it was given in", () => {
    const run = repository()
    const ann = hired(run, one)
    granted(run, ann, { kind: "lease", pattern, agentId: jakeId, uses: 10, minutes: 10 })
    expect(statuses(run, [hired(run, one), hired(run, two), hired(run)])).toEqual(["allowed", "asked", "asked"])
  })

  it("as a rule holds for the project, in every workspace of it", () => {
    const run = repository()
    granted(run, hired(run), { kind: "rule", pattern })
    expect(statuses(run, [hired(run), hired(run, one), hired(run, two)])).toEqual(["allowed", "allowed", "allowed"])
  })

  it("together with an equal request does not reach another workspace", () => {
    const run = repository()
    const agents = [hired(run), hired(run, one), hired(run, one)]
    for (const id of agents) run.proposes(id, asking)
    const [here, there, beside] = agents.map((id) => cardOf(run, id)?.batch)
    expect(there).toBe(beside)
    expect(here).not.toBe(there)
  })
})

describe("T15 text from the network", () => {
  it("passes through the files of a worktree to the agents that read there, and stays in that worktree", () => {
    const run = repository()
    const [ann, ben, bob] = [hired(run, one, "trusted"), hired(run, one, "trusted"), hired(run, two, "trusted")]
    fetches(run, ann)
    reads(run, ben)
    expect(isTainted(run, ben)).toBe(false)
    writes(run, ann)
    expect(findWorkspace(run.world(), one)?.taintedBy).toEqual([ann])
    reads(run, ben)
    reads(run, bob)
    expect([isTainted(run, ben), isTainted(run, bob)]).toEqual([true, false])
    expect(findWorkspace(run.world(), two)?.taintedBy).toEqual([])
    expect(run.lighter().workspaces).toEqual(run.world().workspaces)
  })

  it("is vouched for once the user speaks to the agent that brought it", () => {
    const run = repository()
    const [ann, ben] = [hired(run, one, "trusted"), hired(run, one, "trusted")]
    fetches(run, ann)
    writes(run, ann)
    const turnId = run.agent(ann).turn?.id as TurnId
    run.must({ type: "turn.reply", agentId: ann, turnId, reply: replyOf([{ type: "text", text: "done" }]) }, fromApp)
    run.pass({ seconds: 1 })
    run.must({ type: "message.send", agentId: ann, text: "I have looked at it", delivery: "queue" })
    expect([isTainted(run, ann), findWorkspace(run.world(), one)?.taintedBy]).toEqual([false, []])
    reads(run, ben)
    expect(isTainted(run, ben)).toBe(false)
  })

  it("in the project's own folder is the user's own doing, as before", () => {
    const run = repository()
    const [ann, ben] = [hired(run, undefined, "trusted"), hired(run, undefined, "trusted")]
    fetches(run, ann)
    writes(run, ann)
    reads(run, ben)
    expect(isTainted(run, ben)).toBe(false)
  })
})
