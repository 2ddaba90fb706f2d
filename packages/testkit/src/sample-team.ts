// Worlds and attention items for tests of what is derived from them: every field has a value, a test names only what it is about.
import {
  type Agent,
  AgentId,
  type AttentionItem,
  type CallId,
  defaultPosture,
  freshRun,
  type Instant,
  ItemId,
  projectWorkspaceId,
  slicesAtFirst,
  type TurnId,
  type Verdict,
  type World,
  type WorldSnapshot,
} from "@kibitz/contract"
import { emptyWorld, noTally, snapshotOf, worldFrom } from "@kibitz/domain"

export const teamTime = "2026-01-01T12:00:00.000Z" as Instant

type Member = Partial<Omit<Agent, "id">> & { readonly id: string; readonly under?: string }

/** Each member names the one it works under; the first works under nobody. */
export function sampleTeam(members: readonly Member[], fields: Partial<Omit<WorldSnapshot, "agents">> = {}): World {
  const agents: Record<AgentId, Agent> = {}
  for (const { under, ...member } of members) {
    const id = AgentId.parse(member.id)
    const childIds = members.filter((other) => other.under === member.id).map((other) => AgentId.parse(other.id))
    const parentId = under ? AgentId.parse(under) : null
    const cell = under ? members.filter((other) => other.under === under).findIndex((other) => other.id === member.id) + 1 : 0
    const room = { size: childIds.length + 1, free: [] }
    agents[id] = { ...sampleAgent, name: member.id, parentId, childIds, cell, room, ...member, id }
  }
  return worldFrom({ ...quietWorld, ...fields, agents })
}

const sampleAgent: Omit<Agent, "id" | "name" | "parentId" | "childIds" | "cell" | "room"> = {
  ...slicesAtFirst,
  createdAt: teamTime,
  assignment: null,
  workspaceId: projectWorkspaceId,
  addressed: false,
  presence: null,
  absence: { since: teamTime, until: null, steps: 0, continued: 0, changes: 0, spentBefore: 0, spentAfter: null },
  standing: { kind: "open" },
  run: freshRun,
  due: null,
  waits: null,
  whenDone: "wait",
  supervision: "restart-one",
  evidence: { at: teamTime, what: "founded" },
  tally: { ...noTally, agents: 1 },
  posture: defaultPosture,
  progress: null,
  rehearsal: false,
}

const quietWorld: Omit<WorldSnapshot, "agents"> = { ...snapshotOf(emptyWorld), surfaces: ["desktop"] }

type ItemOf<K extends AttentionItem["kind"]> = Extract<AttentionItem, { kind: K }>
type ItemFields<K extends AttentionItem["kind"]> = Partial<Omit<ItemOf<K>, "id" | "agentId">> & {
  readonly id: string
  readonly agentId: string
}

export function sampleItem<K extends AttentionItem["kind"]>(kind: K, { id, agentId, ...fields }: ItemFields<K>): ItemOf<K> {
  const whose = { id: ItemId.parse(id), agentId: AgentId.parse(agentId), at: teamTime }
  return { ...ordinary[kind], kind, ...whose, ...fields } as unknown as ItemOf<K>
}

const verdict: Verdict = { effect: "ask", rule: "profile", because: "It needs your word." }
const ofCall = {
  turnId: "turn_1" as TurnId,
  callId: "call_1" as CallId,
  capability: "bash",
  verdict,
  title: "Run a command",
  detail: "npm install jose@5",
  expiresAt: "2026-01-02T12:00:00.000Z" as Instant,
}

const ordinary: { [K in AttentionItem["kind"]]: Omit<ItemOf<K>, "id" | "agentId" | "at" | "kind"> } = {
  approval: {
    tier: 1,
    ...ofCall,
    hash: "0".repeat(64),
    head: null,
    phase: "execution",
    profile: "normal",
    effects: [],
    patterns: [],
    destructive: false,
    stepTwo: "",
    armedUntil: null,
    batch: null,
  },
  "phase-request": { tier: 1, ...ofCall },
  question: { tier: 1, question: "Which one?", options: [], preferred: null, batch: null },
  knock: { tier: 3, reason: "I have something to show." },
  budget: { tier: 0, holderId: AgentId.parse("jake"), limitUsd: 5, spentUsd: 5 },
  help: { tier: 1, reason: "I need a person." },
  stuck: { tier: 2, why: "no-progress", detail: "" },
  "your-turn": { tier: 3, why: "stopped", detail: "" },
  result: { tier: 4, verified: true, summary: "It is done." },
  provider: { tier: 0, failure: "auth", message: "The key is refused.", until: null, wakes: false },
}
