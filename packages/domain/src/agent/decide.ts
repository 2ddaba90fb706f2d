import type { CommandOf, World } from "@kibitz/contract"
import { accept, type Decision } from "../outcome.ts"
import { findAgent } from "./agents.ts"

export function decideFound(world: World, command: CommandOf<"agent.found">): Decision {
  if (findAgent(world, command.agentId)) return accept()
  return accept({ type: "agent.founded", agentId: command.agentId, parentId: null, name: command.name })
}
