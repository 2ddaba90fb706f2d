// The rules without anything around them: decide and evolve, command after command, with a clock the test sets.
import {
  type Agent,
  type AgentId,
  type Call,
  type Command,
  type Event,
  fromInstant,
  type Instant,
  type Json,
  jakeId,
  noUsage,
  type Recorded,
  type RejectionKind,
  type Reply,
  type TurnId,
  toInstant,
  type Usage,
  type World,
} from "@kibitz/contract"
import { decide, emptyWorld, evolve, findAgent, lean, type Origin } from "@kibitz/domain"

export const byUser: Origin = { actor: "user", surface: "desktop" }

export type Replay = {
  readonly journal: Recorded[]
  world(): World
  /** The same journal, folded from lean events. */
  lighter(): World
  agent(id?: AgentId): Agent
  /** The events, or the kind of the rejection. */
  do(command: Command, origin?: Origin): Event[] | RejectionKind
  /** As `do`, for what must be accepted. */
  must(command: Command, origin?: Origin): Event[]
  /** The words of the last rejection. */
  readonly refusal: { readonly message: string }
  pass(duration: Temporal.DurationLike): void
  /** A message to the agent, then its reply with these calls; gives the calls as they stand after judging. */
  proposes(agentId: AgentId, ...calls: readonly { readonly name: string; readonly input: Json }[]): readonly Call[]
}

export function replayWorld(): Replay {
  let world: World = emptyWorld
  let lighter: World = emptyWorld
  let at = "2026-01-01T00:00:00.000Z" as Instant
  let made = 0
  const refusal = { message: "" }
  const journal: Recorded[] = []

  function run(command: Command, origin: Origin = byUser): Event[] | RejectionKind {
    const decision = decide(world, command, { at, id: (prefix) => `${prefix}_${++made}`, origin })
    if ("rejection" in decision) {
      refusal.message = decision.rejection.message
      return decision.rejection.kind
    }
    for (const event of decision.events) {
      const recorded = { seq: world.seq + 1, at, event }
      journal.push(recorded)
      world = evolve(world, recorded)
      lighter = evolve(lighter, lean(recorded))
    }
    return [...decision.events]
  }

  function must(command: Command, origin?: Origin): Event[] {
    const events = run(command, origin)
    if (typeof events === "string") throw new Error(`${command.type} was refused as ${events}: ${refusal.message}`)
    return events
  }

  function agent(id: AgentId = jakeId): Agent {
    const found = findAgent(world, id)
    if (!found) throw new Error(`there is no agent ${id}`)
    return found
  }

  return {
    journal,
    world: () => world,
    lighter: () => lighter,
    agent,
    do: run,
    must,
    refusal,
    pass: (duration) => {
      at = toInstant(fromInstant(at).add(duration))
    },
    proposes(agentId, ...calls) {
      if (!agent(agentId).turn) must({ type: "message.send", agentId, text: "go", delivery: "queue" })
      const turnId = agent(agentId).turn?.id as TurnId
      const content = calls.map(({ name, input }) => ({ type: "tool_use" as const, id: "same" as never, name, input }))
      must({ type: "turn.reply", agentId, turnId, reply: replyOf(content, "tool_use") }, { actor: "app", surface: null })
      return agent(agentId).turn?.calls ?? []
    },
  }
}

/** Jake exists, a desktop is connected and the sandbox holds. */
export function replayWithJake(): Replay {
  const replay = replayWorld()
  replay.must({ type: "agent.found", agentId: jakeId, name: "Jake" })
  replay.must({ type: "surfaces.record", surfaces: ["desktop"] })
  replay.must({ type: "sandbox.record", status: { state: "on", name: "test", because: "", remedy: "" } })
  return replay
}

export function replyOf(content: Reply["content"], stopReason: Reply["stopReason"] = "end_turn", usage: Usage = noUsage): Reply {
  return { content, stopReason, stopDetail: null, usage, model: "m", requestId: null }
}
