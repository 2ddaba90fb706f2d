// Owns: what an agent that stands still does next: goes on at a known time, or waits for something that has a name (OPM-4, OPM-6). The one
// function that says so; nothing is idle without an answer from here.
import {
  type Agent,
  type AttentionItem,
  type Due,
  fromInstant,
  type Instant,
  toInstant,
  type Waits,
  type World,
} from "@kibitz/contract"
import { breached } from "../cost/budget.ts"
import { providerItem } from "../provider/provider.ts"
import { findAgent } from "../team/agents.ts"
import { isTerminal } from "../team/standing.ts"

export type NextMove = { readonly due: Due | null; readonly waits: Waits | null }

const RESTART_MS = 5_000

const notAlone: NextMove = { due: null, waits: null }

/** What it cannot go on without. A knock is a wish, and a result is nobody's burden but the user's. */
const holdsUp: ReadonlySet<AttentionItem["kind"]> = new Set(["approval", "phase-request", "question", "help", "budget", "stuck"])

export function nextMove(world: World, agent: Agent, at: Instant): NextMove {
  if (agent.turn || agent.presence || agent.standing.kind !== "open") return notAlone
  const isBroke = breached(world, agent) !== null
  // The user has let it go on, or the limit it waits for is over. Whoever had asked for what it does, it goes on with it.
  if (agent.trouble && agent.due?.why === "restart" && !isBroke) return { due: agent.due, waits: null }
  if (!hasObligation(agent) && !agent.trouble) return waiting("nothing")
  if (isBroke) return waiting("you")
  if (agent.trouble) return afterTrouble(world, agent, at)
  const items = agent.items.map((id) => world.attention[id])
  if (items.some((item) => item?.kind === "your-turn")) return waiting("review")
  if (items.some((item) => item && holdsUp.has(item.kind))) return waiting("you")
  if (agent.asking.length > 0) return waiting("parent")
  if (agent.posture.runControl !== "autonomous") return waiting("review")
  if (agent.queue.length === 0 && !wasCut(agent) && hasWorkingChild(world, agent)) return waiting("child")
  return { due: { at: later(at, delayMs(world, agent)), why: "continue" }, waits: null }
}

/** Something to persevere on: an assignment, or what the user has said (C8). */
export function hasObligation({ assignment, addressed }: Agent): boolean {
  return assignment !== null || addressed
}

/** 2 s after a stop, doubled for each continuation that brought nothing about. */
export function delayMs({ settings: { limits } }: World, { run }: Agent): number {
  return Math.min(limits.longestDelayMs, limits.continuationDelayMs * 2 ** Math.min(run.idle, 30))
}

/**
 * Parked: something outside has to change first. It has, when no item says so any more. Otherwise it is restarted, each time a little later.
 */
function afterTrouble(world: World, agent: Agent, at: Instant): NextMove {
  const { trouble, supervision, run } = agent
  // The money is there again, or it would wait for it.
  if (trouble?.failure.kind === "budget") return { due: { at: later(at, RESTART_MS), why: "restart" }, waits: null }
  if (trouble?.parked) {
    const isOn = world.attention[providerItem(trouble.failure.kind)] !== undefined
    return isOn ? notAlone : { due: { at: later(at, RESTART_MS), why: "restart" }, waits: null }
  }
  const again = supervision === "restart-one" && run.restarts < world.settings.limits.restarts
  if (!again) return notAlone
  return { due: { at: later(at, RESTART_MS * 2 ** run.restarts), why: "restart" }, waits: null }
}

/** Held in the middle of a turn, it has its own work left: what it was told then is not answered yet. */
function wasCut({ lastTurn }: Agent): boolean {
  return lastTurn?.outcome === "interrupted"
}

function hasWorkingChild(world: World, { childIds }: Agent): boolean {
  return childIds.some((id) => {
    const child = findAgent(world, id)
    return child !== undefined && child.assignment !== null && !isTerminal(child)
  })
}

function waiting(waits: Waits): NextMove {
  return { due: null, waits }
}

function later(at: Instant, ms: number): Instant {
  return toInstant(fromInstant(at).add({ milliseconds: Math.round(ms) }))
}
