import type { Agent, CommandOf, World } from "@kibitz/contract"
import { accept, type Decision, reject } from "../kernel/outcome.ts"
import { findAgent } from "../team/agents.ts"
import { remainingUsd } from "./budget.ts"

export function decideBudget(world: World, agent: Agent, command: CommandOf<"agent.set-budget">): Decision {
  const { limitUsd } = command
  const parent = agent.parentId ? findAgent(world, agent.parentId) : undefined
  const left = parent ? remainingUsd(world, parent) : null
  const own = agent.limitUsd === null ? 0 : Math.max(0, agent.limitUsd - agent.spentUsd - agent.spentBelowUsd)
  if (parent && left !== null && limitUsd !== null && limitUsd - agent.spentUsd - agent.spentBelowUsd > left + own) {
    return reject("not-allowed", `${parent.name} has $${(left + own).toFixed(2)} left to set aside for ${agent.name}.`)
  }
  if (limitUsd === agent.limitUsd) return accept()
  return accept({ type: "agent.budgeted", agentId: agent.id, limitUsd })
}
