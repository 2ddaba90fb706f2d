// Owns: what counts as a slash command, and what one line of it means. A line that is not understood goes nowhere, least of all to a model.

import type { Agent, AgentId, World } from "@kibitz/contract"
import { excerpt } from "../kernel/excerpt.ts"
import { slashParts } from "../kernel/slash-line.ts"
import { allAgents } from "../team/agents.ts"
import { nearest } from "./nearest.ts"
import type { SlashNow, SlashReading } from "./parts/command.ts"
import { findSlash, noSuch } from "./table.ts"

/** `now` is given where the line is run; without it, what depends on the time is only checked. */
export function readSlash(line: string, world: World, agent: Agent, now: SlashNow | null = null): SlashReading {
  const parts = slashParts(line)
  if (!parts) return { ok: false, message: "A command begins with a slash and a word. /help lists the commands." }
  const command = findSlash(parts.word)
  return command ? command.read(parts.rest, { world, agent, line: line.trim(), now }) : { ok: false, message: noSuch(parts.word) }
}

/**
 * Whom "@name …" is for and what is left to say or run there; `unknown` is a sentence. null: it begins with no name, like "@scope/package".
 * Of several names that fit, the longest is meant, and of equals the id, which nobody can choose.
 */
export function targetOf(text: string, world: World): { agentId: AgentId; rest: string } | { unknown: string } | null {
  const [, typed] = /^\s*@(\S[\s\S]*)$/.exec(text) ?? []
  if (typed === undefined) return null
  const agents = allAgents(world)
  let meant: { readonly agentId: AgentId; readonly length: number } | null = null
  for (const { id, name } of agents) {
    if (typed.startsWith(id) && begins(typed, id) && id.length >= (meant?.length ?? 0)) meant = { agentId: id, length: id.length }
    if (begins(typed, name) && name.length > (meant?.length ?? 0)) meant = { agentId: id, length: name.length }
  }
  if (meant) return { agentId: meant.agentId, rest: typed.slice(meant.length).replace(/^[,:]?\s*/, "") }
  const [, word] = /^([\p{L}\p{N}][^\s/]*?)[,:]?(?:\s|$)/u.exec(typed) ?? []
  if (word === undefined) return null
  const close = nearest(
    word.toLowerCase(),
    agents.map(({ name }) => name.toLowerCase()),
  )
  const guess = agents.find(({ name }) => name.toLowerCase() === close)
  return { unknown: `There is no agent "${excerpt(word, 40)}".${guess ? ` Did you mean @${excerpt(guess.name)}?` : ""}` }
}

/** Up to the end of a word, so that "@Edith" is not for Ed. */
function begins(typed: string, name: string): boolean {
  return typed.slice(0, name.length).toLowerCase() === name.toLowerCase() && /^[,:]?(?:\s|$)/.test(typed.slice(name.length))
}
