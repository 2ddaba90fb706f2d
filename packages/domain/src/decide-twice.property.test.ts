// Deciding reads nothing but the world and the occasion: asked twice, it decides the same, and changes nothing of what it was given.
import {
  type Agent,
  type CallId,
  type Command,
  type ContentBlock,
  type Instant,
  jakeId,
  type MessageId,
  type World,
} from "@kibitz/contract"
import { replyOf } from "@kibitz/testkit"
import fc from "fast-check"
import { expect, it } from "vitest"
import type { LookedUp } from "./kernel/lookups.ts"
import type { Occasion } from "./kernel/outcome.ts"
import { emptyWorld, evolve } from "./record.ts"
import { allAgents } from "./team/agents.ts"
import { sampleTime } from "./testing/sample-world.ts"
import { decide, lookupsOf } from "./world.ts"

type Made = (world: World, agent: Agent) => Command
const call = (name: string, input: object): ContentBlock =>
  ({ type: "tool_use", id: "call_x" as CallId, name, input }) as ContentBlock
const said = (text: string): ContentBlock => ({ type: "text", text })

const replies: readonly (readonly [ContentBlock[], "tool_use" | "end_turn"])[] = [
  [[said("So far, so good.")], "end_turn"],
  [[said("<complete/>")], "end_turn"],
  [[call("read_file", { path: "a.txt" })], "tool_use"],
  [[call("bash", { command: "npm install jose" })], "tool_use"],
  [[call("spawn_agent", { name: "Noa", assignment: "look" })], "tool_use"],
  [[call("ask_user", { question: "Which one?" })], "tool_use"],
]
const lines = [
  "/status",
  "/cost today",
  "/cost session",
  "/execute now execution",
  "/pause",
  "/resume",
  "/spawn look",
  "/doctor fix",
]

const commands: fc.Arbitrary<Made> = fc.oneof(
  fc.constantFrom("hello", "go", "/stop").map(
    (text): Made =>
      (_, { id }) => ({
        type: "message.send",
        agentId: id,
        messageId: "again" as MessageId,
        text,
        delivery: "queue",
      }),
  ),
  fc.constantFrom(...replies).map(
    ([content, why]): Made =>
      (_, { id, turn }) => ({
        type: "turn.reply",
        agentId: id,
        turnId: turn?.id ?? ("none" as never),
        reply: replyOf(content, why),
      }),
  ),
  fc.constantFrom(...lines).map(
    (line): Made =>
      (_, { id }) => ({ type: "slash.run", agentId: id, line }),
  ),
  fc.constant<Made>((_, { id, turn }) => {
    const first = turn?.calls.find(({ status }) => status === "allowed")
    const result = { ok: true, output: "fine", bytes: 4, durationMs: 1 }
    return {
      type: "call.finish",
      agentId: id,
      turnId: turn?.id ?? ("none" as never),
      callId: first?.id ?? ("none" as never),
      result,
    }
  }),
  fc.constantFrom("pause" as const, "stop" as const).map(
    (how): Made =>
      (_, { id }) => ({
        type: "agent.halt",
        agentId: id,
        how,
        all: false,
        scope: "subtree",
      }),
  ),
  fc.constant<Made>((_, { id }) => ({ type: "agent.resume", agentId: id, scope: "all" })),
  fc.constant<Made>(() => ({ type: "session.begin" })),
  fc.constant<Made>((_, { id }) => ({ type: "presence.join", agentId: id, pane: "p1", cause: "navigate" })),
)

function deepFrozen<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value
  Object.freeze(value)
  for (const part of Object.values(value)) deepFrozen(part)
  return value
}

function occasionAt(world: World, command: Command): Occasion {
  const at = sampleTime as Instant
  const origin = { actor: "user", surface: "desktop", connection: "c1" } as const
  const occasion: Occasion = {
    at,
    id: (prefix, nth) => `${prefix}_${world.seq}_${nth}`,
    origin,
    sessionSince: at,
    isPrepared: true,
  }
  const lookedUp = lookupsOf(command, world, occasion).map(
    (one): LookedUp => (one.kind === "message-sent" ? { ...one, wasSent: false } : { ...one, report: { hours: [], agents: [] } }),
  )
  return { ...occasion, lookedUp }
}

it("decides the same when it is asked twice, whatever has happened before", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(3), commands), { maxLength: 25 }), (steps) => {
      let world = emptyWorld
      const take = (command: Command) => {
        const occasion = deepFrozen(occasionAt(world, command))
        deepFrozen(command)
        deepFrozen(world)
        const decision = decide(world, command, occasion)
        expect(decide(world, command, occasion)).toEqual(decision)
        if ("rejection" in decision) return
        for (const event of decision.events) world = evolve(world, { seq: world.seq + 1, at: occasion.at, event })
      }
      take({ type: "agent.found", agentId: jakeId, name: "Jake" })
      for (const [who, make] of steps) {
        const agents = allAgents(world)
        take(make(world, agents[who % agents.length] as Agent))
      }
    }),
  )
})
