// Owns: how a tree of many agents is shared out: who starts how many, and what they are told. Never wider than 60 nor deeper than 5.
import type { Scene } from "./choose.ts"
import { amountOf, fill } from "./fill.ts"
import type { Block } from "./scenario.ts"

export type Spread = Extract<Block, { type: "spread" }>

const MOST_AGENTS = 1_000
/** A team of this size is led by one; a larger one is split into teams first. */
const TEAM = 16

/** Sizes of the parts that one agent starts, when `below` agents are to come below it. Equal up to one. */
export function shares(below: number): readonly number[] {
  const parts = below <= TEAM ? below : Math.ceil(Math.sqrt(below))
  return Array.from({ length: parts }, (_, at) => Math.floor(below / parts) + (at < below % parts ? 1 : 0))
}

export function assignmentsOf(spread: Spread, scene: Scene): readonly string[] {
  const agents = Math.min(amountOf(spread.agents, scene), MOST_AGENTS)
  let number = amountOf(spread.number, scene) + 1
  return shares(agents - 1).map((size) => {
    const template = size > 1 ? spread.lead : memberAssignment(spread, number)
    const text = template.replaceAll("{{spread.agents}}", String(size)).replaceAll("{{spread.number}}", String(number))
    number += size
    return fill(text, scene)
  })
}

function memberAssignment({ members }: Spread, number: number): string {
  const found = members.find(({ every }) => number % every === 0) ?? members.at(-1)
  return found?.assignment ?? ""
}
