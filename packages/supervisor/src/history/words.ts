// Owns: what stands before the conversation in every request of a turn, as the turn's brief says: the prompt, the tools, and what the model
// sees. Made once and then the same values, so that an adapter can use again what it made of them; forgotten when the turn ends.
import {
  type Agent,
  type AgentId,
  type CapabilityName,
  capabilities,
  type JsonObject,
  type Settings,
  type TurnId,
  type World,
} from "@kibitz/contract"
import { bug, inputOf, modelBriefOf, type Prompted, type Sees, toolsFor, toolsOf } from "@kibitz/domain"
import type { ModelRequest, ModelTool } from "@kibitz/ports"
import { z } from "zod"

export type Words = Pick<ModelRequest, "system" | "tools"> & {
  readonly sees: Sees
  /** The brief gives only some of the tools, or none. */
  readonly fewTools: boolean
}

export type WordBook = {
  /** The agent has a turn in which a model speaks. */
  for(agent: Agent, world: World): Words
  forget(agentId: AgentId): void
}

/** All that the words are made of. Exhibits are read from the world once, and stay the same for the rest of the turn. */
type Source = Prompted & { readonly settings: Settings; readonly turnId: TurnId }

export function openWords(): WordBook {
  const kept = new Map<AgentId, { readonly source: Source; readonly words: Words }>()
  return {
    for(agent, world) {
      const { name, parentId, assignment, posture, turn } = agent
      const { settings } = world
      const brief = turn ? modelBriefOf(turn) : undefined
      if (!turn || !brief) return bug(`a request was wanted for ${agent.id}, whose turn asks no model`)
      const source = { name, parentId, assignment, posture, settings, turnId: turn.id }
      const known = kept.get(agent.id)
      if (known && isSame(known.source, source)) return known.words
      const sees = brief.sees(world, agent, turn, inputOf(brief, turn.brief))
      const only = toolsOf(turn)
      const offered = toolsFor(source, settings).filter((tool) => only === null || only.includes(tool))
      const words = { system: sees.system, tools: offered.map((tool) => tools[tool]), sees, fewTools: only !== null }
      kept.set(agent.id, { source, words })
      return words
    },
    forget: (agentId) => void kept.delete(agentId),
  }
}

function isSame(one: Source, other: Source): boolean {
  return (
    one.name === other.name &&
    one.parentId === other.parentId &&
    one.assignment === other.assignment &&
    one.posture === other.posture &&
    one.settings === other.settings &&
    one.turnId === other.turnId
  )
}

/** Made once: the provider's prompt cache wants the same words every time. */
const tools = Object.fromEntries(
  Object.entries(capabilities).map(([name, { description, input }]) => {
    const { $schema: _, ...inputSchema } = z.toJSONSchema(input) as JsonObject
    return [name, { name, description, inputSchema }]
  }),
) as unknown as Readonly<Record<CapabilityName, ModelTool>>
