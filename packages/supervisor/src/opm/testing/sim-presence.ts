// Who is with whom, told a second time (OPM-3).
import type { SimAgent } from "./sim-state.ts"

export class SimPresence {
  readonly panes = new Map<string, SimAgent>()
  readonly focus = new Map<string, string>()

  isPresent(agent: SimAgent): boolean {
    return [...this.panes.values()].includes(agent)
  }
  isLookedAt(agent: SimAgent): boolean {
    return [...this.focus.values()].some((pane) => this.panes.get(pane) === agent)
  }

  // Presence: the set of agents whose chat is in a pane. Left before joined; each change is one line.
  join(pane: string, agent: SimAgent): void {
    if (this.panes.get(pane) === agent) return
    const wasPresent = this.isPresent(agent)
    this.leave(pane)
    this.panes.set(pane, agent)
    // What was only to be looked at has been, and who knocked has what it wanted.
    agent.items = agent.items.filter((kind) => !["result", "your-turn", "knock"].includes(kind))
    if (!wasPresent) this.line(agent, "joined")
  }
  leave(pane: string): void {
    const agent = this.panes.get(pane)
    this.panes.delete(pane)
    if (!agent || this.isPresent(agent)) return
    this.line(agent, "left")
    agent.items = agent.items.filter((kind) => kind !== "your-turn")
  }
  lose(connection: string | null): void {
    const isTheirs = (key: string) => connection === null || key.startsWith(`${connection}/`)
    for (const key of [...this.focus.keys()]) if (connection === null || key === connection) this.focus.delete(key)
    for (const pane of [...this.panes.keys()].filter(isTheirs)) this.leave(pane)
  }
  private line(agent: SimAgent, which: "joined" | "left"): void {
    agent.lines[which] += 1
    agent.notices += 1
  }
}
