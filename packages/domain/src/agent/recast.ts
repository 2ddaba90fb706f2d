// Owns: how a rehearsal agent becomes one that a model answers: only by the user's word, and from the beginning (ux 1.4).
import type { Agent, CommandOf, Event, MessageId, World } from "@kibitz/contract"
import { settleItems } from "../attention/items.ts"
import { closeCalls } from "../call/decide.ts"
import { overBudget } from "../cost/breach.ts"
import { accept, type Decision, type Moment, reject } from "../kernel/outcome.ts"
import { startTurn } from "../message/start.ts"
import { moveTo } from "../team/standing.ts"
import { evolveAgent } from "./evolve.ts"
import { inScope } from "./lifecycle.ts"
import { RECAST } from "./recast-line.ts"

export function decideRecast(world: World, agent: Agent, command: CommandOf<"agent.recast">, moment: Moment): Decision {
  if (world.connection.using === "rehearsal") return reject("not-allowed", "No model is connected that they could go on with.")
  const rehearsing = inScope(world, agent, command.scope).filter(({ rehearsal }) => rehearsal)
  if (rehearsing.length === 0) return reject("nothing-to-retry", "There is no rehearsal agent to restart.")
  return accept(...rehearsing.flatMap((one) => recasting(world, one, moment)))
}

function recasting(world: World, agent: Agent, moment: Moment): Event[] {
  const { id: agentId, turn, assignment, parentId } = agent
  const recast = { type: "agent.recast", agentId } as const
  const fresh = { ...evolveAgent(agent, recast, moment.at), turn: null, queue: [] }
  const first = { id: moment.id("msg") as MessageId, text: assignment ?? "", ...(parentId ? { from: parentId } : {}) }
  return [
    ...(turn ? [...closeCalls(world, agent, turn, "stopped", moment.at), interrupted(agent, turn)] : []),
    ...settleItems(world, agent, ["question", "knock", "help", "stuck", "your-turn", "result"], "withdrawn", RECAST),
    ...agent.asking.map(({ id }): Event => ({ type: "question.left", agentId, itemId: id, outcome: "withdrawn", note: RECAST })),
    ...agent.queue.map(({ id }): Event => ({ type: "message.withdrawn", agentId, messageId: id })),
    ...moveTo(agent, { kind: "open" }, "It begins anew."),
    recast,
    // One that was only talked to waits to be talked to.
    ...(assignment === null || overBudget(world, agent) ? [] : startTurn(world, fresh, [first], moment)),
  ]
}

function interrupted({ id: agentId }: Agent, { id: turnId }: NonNullable<Agent["turn"]>): Event {
  return { type: "turn.interrupted", agentId, turnId, draft: "" }
}
