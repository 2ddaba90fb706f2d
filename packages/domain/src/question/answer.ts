// Owns: the user's answer to a question: one answer for it and for all that asked the same.
import type { Agent, CommandOf, Event, MessageId, QuestionItem, World } from "@kibitz/contract"
import { itemOf, resolved } from "../attention/items.ts"
import { breached } from "../cost/budget.ts"
import { accept, type Decision, type Moment, reject } from "../kernel/outcome.ts"
import { decideSend, spokenTo } from "../message/decide.ts"
import { findAgent } from "../team/agents.ts"

/** One answer for the question and for all that asked the same. Nobody gets it unless everybody can. */
export function decideQuestion(world: World, command: CommandOf<"question.answer">, moment: Moment): Decision {
  const asked: { readonly item: QuestionItem; readonly agent: Agent }[] = []
  for (const id of [command.itemId, ...command.also]) {
    const item = itemOf(world, id)
    const agent = item && findAgent(world, item.agentId)
    if (item?.kind !== "question" || !agent) return reject("unknown-item", "That question is not waiting any more.")
    if (asked.some((other) => other.item.id === id)) return reject("malformed", "The same question is named twice.")
    asked.push({ item, agent })
  }
  const batch = asked[0]?.item.batch
  if (asked.length > 1 && (batch == null || asked.some(({ item }) => item.batch !== batch))) {
    return reject("not-allowed", "Only equal questions are answered together.")
  }
  const events: Event[] = []
  const told = new Set<Agent["id"]>()
  for (const { item, agent } of asked) {
    events.push(resolved(agent, item, "answered", command.text, { surface: moment.origin.surface }))
    // One that asked twice is told once: a second turn cannot start beside the first.
    if (told.has(agent.id)) continue
    told.add(agent.id)
    const sent = sendAnswer(world, agent, item, command.text, moment)
    if ("rejection" in sent) return sent
    events.push(...sent.events)
  }
  return accept(...events)
}

function sendAnswer(world: World, agent: Agent, { question }: QuestionItem, answer: string, moment: Moment): Decision {
  const text = `The answer to your question "${question}":\n${answer}`
  const messageId = moment.id("msg") as MessageId
  const queued: Event = { type: "message.queued", agentId: agent.id, messageId, text, delivery: "now" }
  // Whoever the user holds back is not let go by an answer: it finds it first thing when it goes on.
  if (agent.standing.kind === "paused" && !agent.turn) return accept(queued)
  // Nor is one whose money is spent. Refused, nobody who asked the same would get the answer either.
  if (!agent.turn && breached(world, agent)) return accept(...spokenTo(world, agent), queued)
  return decideSend(world, agent, { type: "message.send", agentId: agent.id, messageId, text, delivery: "now" }, moment, [])
}
