// Owns: what the agent's own capabilities do: they change Kibitz and nothing else, so the change and its result are one transaction.
import {
  type Agent,
  type Call,
  type CallResult,
  type CommandOf,
  capabilities,
  type Event,
  type ItemId,
  type World,
} from "@kibitz/contract"
import { spawn } from "../agent/decide.ts"
import { accept, type Decision, type Moment, reject } from "../outcome.ts"
import { finishing } from "./decide.ts"

/** Once is heard; a second knock beside the first tells nobody more. */
const KNOCKS_WAITING = 1
const OPEN_QUESTIONS = 20
const COMMITMENTS = 50

type Applied = { readonly ok: boolean; readonly said: string; readonly events: readonly Event[] }

export function decideApply(world: World, agent: Agent, command: CommandOf<"call.apply">, moment: Moment): Decision {
  const { turn } = agent
  const call = turn?.id === command.turnId ? turn.calls.find(({ id }) => id === command.callId) : undefined
  if (!turn || call?.status !== "allowed") return reject("stale", "That call is over.")
  const { ok, said, events } = apply(world, agent, call, moment)
  const result: CallResult = { ok, output: said, bytes: said.length, durationMs: 0 }
  return accept(...events, ...finishing(agent, turn, call, result, moment.at))
}

function apply(world: World, agent: Agent, call: Call, moment: Moment): Applied {
  switch (call.capability) {
    case "spawn_agent":
      return spawnChild(world, agent, call, moment)
    case "ask_user":
      return ask(world, agent, call, moment)
    case "knock":
      return knock(world, agent, call, moment)
    case "report_progress": {
      const input = capabilities.report_progress.input.parse(call.input)
      const { percent, note = "", milestone = false } = input
      return done("Noted.", { type: "agent.progressed", agentId: agent.id, percent, note, milestone })
    }
    case "add_commitment": {
      const { command, timeoutSeconds = 120 } = capabilities.add_commitment.input.parse(call.input)
      if (agent.commitments.length >= COMMITMENTS) return failed(`You have ${COMMITMENTS} commitments already; that is the most.`)
      const commitment = { callId: call.id, command, timeoutSeconds }
      return done("Promised. Kibitz will run it before your work counts as done.", {
        type: "commitment.added",
        agentId: agent.id,
        commitment,
      })
    }
    default:
      return failed(`${call.capability} is not carried out here.`)
  }
}

function spawnChild(world: World, agent: Agent, call: Call, moment: Moment): Applied {
  const wish = capabilities.spawn_agent.input.parse(call.input)
  const spawned = spawn(world, agent, { ...wish, callId: call.id }, moment)
  if ("refusal" in spawned) return failed(spawned.refusal)
  const { child, events } = spawned
  const said = `${child.name} (${child.id}) has started and works on its own. Its result comes to you as a message.`
  return { ok: true, said, events }
}

function ask(world: World, agent: Agent, call: Call, moment: Moment): Applied {
  const { question, options = [], preferred } = capabilities.ask_user.input.parse(call.input)
  const mine = Object.values(world.attention).filter((item) => item.kind === "question" && item.agentId === agent.id)
  if (mine.length >= OPEN_QUESTIONS) return failed(`${OPEN_QUESTIONS} of your questions are waiting already. Go on without.`)
  if (mine.some((item) => item.kind === "question" && item.question === question)) {
    return { ok: true, said: "You have asked that already; it is waiting for the user.", events: [] }
  }
  return done("Your question is with the user. Go on with what is not blocked; the answer comes as a message.", {
    type: "attention.raised",
    agentId: agent.id,
    item: {
      kind: "question",
      id: moment.id("item") as ItemId,
      agentId: agent.id,
      at: moment.at,
      tier: 1,
      question,
      options: options.map(({ label, detail = "" }) => ({ label, detail })),
      preferred: preferred !== undefined && preferred < options.length ? preferred : null,
    },
  })
}

function knock(world: World, agent: Agent, call: Call, moment: Moment): Applied {
  const { reason } = capabilities.knock.input.parse(call.input)
  if (agent.silenced) return failed("The user does not want to be knocked for by you. Go on alone, or ask with ask_user.")
  const waiting = Object.values(world.attention).filter((item) => item.kind === "knock" && item.agentId === agent.id)
  if (waiting.length >= KNOCKS_WAITING) return failed("You have knocked already. Go on with what is not blocked.")
  return done("You have knocked. Go on; the user comes when they can.", {
    type: "attention.raised",
    agentId: agent.id,
    item: { kind: "knock", id: moment.id("item") as ItemId, agentId: agent.id, at: moment.at, tier: 3, reason },
  })
}

function done(said: string, ...events: readonly Event[]): Applied {
  return { ok: true, said, events }
}

function failed(said: string): Applied {
  return { ok: false, said, events: [] }
}
