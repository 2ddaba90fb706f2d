// Owns: what has to be known or looked at before a slash line is run. The commands of the table say so, each for itself.
import type { CommandOf, World } from "@kibitz/contract"
import type { Look } from "../kernel/looks.ts"
import type { Lookup } from "../kernel/lookups.ts"
import type { Occasion } from "../kernel/outcome.ts"
import { slashParts } from "../kernel/slash-line.ts"
import { findAgent } from "../team/agents.ts"
import { readSlash } from "./read.ts"
import { findSlash } from "./table.ts"

export function lookupsIn({ line }: CommandOf<"slash.run">, _world: World, occasion: Occasion): readonly Lookup[] {
  const parts = slashParts(line)
  return (parts && findSlash(parts.word)?.lookups(parts.rest, occasion)) ?? []
}

export function preparationsIn({ agentId, line }: CommandOf<"slash.run">, world: World): readonly Look[] {
  const agent = findAgent(world, agentId)
  const reading = agent && readSlash(line, world, agent)
  return reading?.ok && reading.effect.kind === "host" ? reading.effect.preparations : []
}
