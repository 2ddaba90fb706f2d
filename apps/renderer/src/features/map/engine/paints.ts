// Owns: the looks of all agents, made when they are first asked for and forgotten when something about the agent has changed.

import type { NodePaint } from "@kibitz/canvas"
import type { Agent, AgentId, Instant, World } from "@kibitz/contract"
import { findAgent } from "@kibitz/domain"
import { AgentPaint, type Light } from "./paint.ts"

export class Paints {
  readonly #known = new Map<string, AgentPaint>()
  #light: Light
  /** The moment a frame shows; null between frames, when everybody asks for the time themselves. */
  #moment: Instant | null = null

  constructor(light: Light) {
    this.#light = { ...light, now: () => this.#moment ?? light.now() }
  }

  /** One moment for all that is drawn: nobody in a frame asks the clock again. */
  atOneMoment<T>(draw: () => T): T {
    this.#moment = this.#light.now()
    try {
      return draw()
    } finally {
      this.#moment = null
    }
  }

  get light(): Light {
    return this.#light
  }

  /** Everybody looks different now: another filter, other words. */
  relight(light: Light): void {
    this.#light = light
    this.#known.clear()
  }

  /** Others are as they were: their looks keep the world they were made in, of which they read only what concerns them. */
  changed(world: World, ids: readonly string[]): void {
    this.sawWorld(world)
    for (const id of ids) this.#known.delete(id)
  }

  /** What waits may have become something else without its agent having changed. */
  sawWorld(world: World): void {
    const before = this.#light.world.attention
    this.#light = { ...this.#light, world }
    if (before === world.attention) return
    for (const item of [...Object.values(before), ...Object.values(world.attention)]) this.#known.delete(item.agentId)
  }

  select(selected: string, selectedPart: Light["selectedPart"], also: readonly string[]): void {
    const before = this.#light
    this.#light = { ...before, selected, selectedPart, also: new Set(also) }
    for (const id of [before.selected, ...before.also, selected, ...also]) this.#known.delete(id)
  }

  /** After some seconds: whoever should be working may have fallen silent. */
  aged(): void {
    for (const [id, { agent }] of this.#known) if (agent.turn || agent.due) this.#known.delete(id)
  }

  find(id: string): AgentPaint | null {
    const known = this.#known.get(id)
    if (known !== undefined) return known
    const agent: Agent | undefined = findAgent(this.#light.world, id as AgentId)
    if (!agent) return null
    const fresh = new AgentPaint(agent, this.#light)
    this.#known.set(id, fresh)
    return fresh
  }

  /** For the painter, which only asks for who has a place. */
  readonly of = (id: string): NodePaint => {
    const paint = this.find(id)
    if (paint === null) throw new Error(`bug: ${id} has a place on the map but is not in the world`)
    return paint
  }
}
