// Owns: numbers and names as the answers to slash commands word them.
import { type Agent, AgentId, type Usage, type World } from "@kibitz/contract"
import { allAgents, findAgent } from "../../team/agents.ts"

/** In place of a name in /model: the model mode chooses again. */
export const BY_MODE = "auto"

export function count(many: number, noun: string): string {
  return `${many} ${noun}${many === 1 ? "" : "s"}`
}

/** Cents, and more digits where a cent would hide the amount. */
export function usd(amount: number): string {
  return `$${amount.toFixed(amount !== 0 && Math.abs(amount) < 0.01 ? 4 : 2)}`
}

export function tokens(usage: Usage): string {
  const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens, estimated } = usage
  const parts = `${inputTokens} in, ${outputTokens} out, ${cacheReadTokens} read from and ${cacheWriteTokens} written to the cache`
  return estimated ? `at least ${parts}` : parts
}

/** By id or by name, with or without an @. A sentence when that is nobody or more than one. */
export function agentNamed(world: World, word: string): Agent | string {
  const wanted = word.replace(/^@/, "")
  const id = AgentId.safeParse(wanted)
  const byId = id.success ? findAgent(world, id.data) : undefined
  if (byId) return byId
  const [found, ...others] = allAgents(world).filter(({ name }) => name.toLowerCase() === wanted.toLowerCase())
  if (!found) return `There is no agent "${wanted}".`
  if (others.length === 0) return found
  return `More than one agent is called ${found.name}; say which: ${[found, ...others].map((agent) => agent.id).join(", ")}.`
}
