// Owns: the few facts of the world that a shell shows by the system's own means: colours, tray, badge. Told only when one of them has changed.
import { jakeId, type Theme, type World } from "@kibitz/contract"
import { agentCounts, findAgent } from "@kibitz/domain"

export type ShellFacts = {
  readonly theme: Theme
  /** Agents that wait for an answer, each once: it is told beside how many work. What waits is counted on the badge. */
  readonly needYou: number
  readonly working: number
  /** Somebody would be held by "hold all". */
  readonly canHold: boolean
  readonly held: number
}

export function factsOf(world: World): ShellFacts {
  const tally = findAgent(world, jakeId)?.tally
  const counts = tally && agentCounts(tally)
  return {
    theme: world.settings.theme,
    needYou: counts?.needsYou ?? 0,
    working: counts?.working ?? 0,
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
