// Owns: the user's answer to an agent that knocks.
import type { CommandOf, World } from "@kibitz/contract"
import { itemOf, resolved } from "../attention/items.ts"
import { accept, type Decision, type Moment, reject } from "../kernel/outcome.ts"
import { findAgent } from "../team/agents.ts"
import { noticed } from "./decide.ts"
import { declinedLine } from "./lines.ts"

export function decideKnock(world: World, command: CommandOf<"knock.answer">, moment: Moment): Decision {
  const item = itemOf(world, command.itemId)
  const agent = item && findAgent(world, item.agentId)
  if (item?.kind !== "knock" || !agent) return reject("unknown-item", "Nobody is knocking there any more.")
  const outcomes = { join: "answered", "not-now": "declined", never: "silenced" } as const
  const told = command.answer === "not-now" ? [noticed(agent, "declined", declinedLine(), moment)] : []
  return accept(resolved(agent, item, outcomes[command.answer], "", { surface: moment.origin.surface }), ...told)
}
