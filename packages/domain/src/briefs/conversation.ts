// Owns: the brief of an ordinary turn: somebody has said something to the agent, and it answers, with everything the gate allows.
import type { Agent, World } from "@kibitz/contract"
import { defineBrief, type Sees } from "../brief/define.ts"
import { systemPrompt } from "../prompt/system-prompt.ts"
import { unitEnded } from "../turn/unit-end.ts"
import { placeLine } from "../workspace/words.ts"
import { anyInput } from "./any-input.ts"

export const conversation = defineBrief({
  kind: "conversation",
  input: anyInput,
  cause: () => "message",
  joins: true,
  sees: ownConversation,
  tools: "all",
  answer: "free",
  onAnswer: (world, agent, _, said, moment) => unitEnded(world, agent, said, moment),
})

/** What an agent sees that speaks for itself. */
export function ownConversation(world: World, agent: Agent): Sees {
  return { from: "conversation", system: systemPrompt(agent, placeLine(world, agent), world.settings.completionSignal) }
}
