// Owns: the few facts of the world that a shell shows by the system's own means: colours, tray, badge. Told only when one of them has changed.
import { jakeId, type Theme, type World } from "@kibitz/contract"
import { findAgent } from "@kibitz/domain"

export type ShellFacts = {
  readonly theme: Theme
  /** Things that wait for an answer: what stops the line, and who is blocked. */
  readonly needYou: number
  readonly working: number
  /** Somebody would be held by "hold all". */
  readonly canHold: boolean
  readonly held: number
}

export function factsOf(world: World): ShellFacts {
  const tally = findAgent(world, jakeId)?.tally
  return {
    theme: world.settings.theme,
    needYou: tally ? tally.tiers[0] + tally.tiers[1] : 0,
    working: tally?.working ?? 0,
    canHold: tally !== undefined && tally.working + tally.stopped > 0,
    held: tally?.paused ?? 0,
  }
}

/** Says the facts now, and from then on whenever one is another. */
export function factTeller(heard: (facts: ShellFacts) => void): (world: World) => void {
  let told = ""
  return (world) => {
    const facts = factsOf(world)
    const text = JSON.stringify(facts)
    if (text === told) return
    told = text
    heard(facts)
  }
}
