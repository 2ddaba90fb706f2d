// Owns: what stands before the conversation in every request of a turn: the prompt and the tools. Made once and then the same values, so
// that an adapter can use again what it made of them; forgotten when the turn ends.
import { type Agent, type AgentId, type CapabilityName, capabilities, type JsonObject, type Settings } from "@kibitz/contract"
import { type Prompted, systemPrompt, toolsFor } from "@kibitz/domain"
import type { ModelRequest, ModelTool } from "@kibitz/ports"
import { z } from "zod"

export type Words = Pick<ModelRequest, "system" | "tools">

export type WordBook = {
  /** `place`: the line that says where it works. */
  for(agent: Agent, settings: Settings, place: string): Words
  forget(agentId: AgentId): void
}

/** All that the words are made of. */
type Source = Prompted & { readonly settings: Settings; readonly place: string }

export function openWords(): WordBook {
  const kept = new Map<AgentId, { readonly source: Source; readonly words: Words }>()
  return {
    for(agent, settings, place) {
      const { name, parentId, assignment, posture } = agent
      const source = { name, parentId, assignment, posture, settings, place }
      const known = kept.get(agent.id)
      if (known && isSame(known.source, source)) return known.words
      const words = {
        system: systemPrompt(source, place, settings.completionSignal),
        tools: toolsFor(source, settings).map((tool) => tools[tool]),
      }
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
    one.place === other.place
  )
}

/** Made once: the provider's prompt cache wants the same words every time. */
const tools = Object.fromEntries(
  Object.entries(capabilities).map(([name, { description, input }]) => {
    const { $schema: _, ...inputSchema } = z.toJSONSchema(input) as JsonObject
    return [name, { name, description, inputSchema }]
  }),
) as unknown as Readonly<Record<CapabilityName, ModelTool>>
