// What the second telling of the rules keeps of each agent, and the numbers it goes by.
export type Cause = "message" | "continuation" | "restart" | "verification"
export type Said = "plain" | "done" | "blocked" | "help" | "empty"
/** assignment: what it is to do instead, whoever says so. */
export type Queued = {
  readonly by: "user" | "agent" | "assignment"
  delivery: "queue" | "now"
  /** From below; left out where the one above says it. */
  readonly from?: SimAgent
  /** The questions it answers once it is read: those that were open when the user wrote it. */
  readonly answers?: readonly string[]
}
/** limited: the provider's limit is what it waits for. lined: it has its place among those who wait no more. */
export type SimTurn = {
  cause: Cause
  at: "model" | "user" | "provider"
  until: number
  tries: number
  since: number
  limited: boolean
  lined: number | null
  /** Of those whose time is the same, the earlier one is first. */
  order: number
  /** While it is checked: by what, and what came of those that were run; null: it could not be. */
  checks: readonly string[]
  results: (boolean | null)[]
}
export type SimDue = {
  readonly at: number
  readonly why: "continue" | "restart"
  readonly byUser?: boolean
  readonly limited?: boolean
  readonly order: number
  lined: number | null
}

export type SimAgent = {
  readonly name: string
  readonly parent: SimAgent | null
  readonly children: SimAgent[]
  task: boolean
  whenDone: "wait" | "dismiss"
  last: "finished" | "interrupted" | "failed" | null
  spoken: boolean
  /** It has had a turn. */
  begun: boolean
  /** By the word of another agent, since it began on what it is for. */
  woken: boolean
  standing: "open" | "paused" | "stopped" | "stuck" | "done" | "dismissed"
  /**
   * While it is paused. user: they hold it. Otherwise its turn was stopped, or it sleeps through a limit, and a word is enough. While it is
   * stuck: by itself, or because Kibitz kept ending in its work, and nobody lets it go on but the user.
   */
  by: "user" | "stop" | "limit" | "itself" | "crash"
  turn: SimTurn | null
  queue: Queued[]
  items: string[]
  /** The commands it has promised, and those that passed when it was last checked. */
  promises: string[]
  passed: readonly string[]
  asking: { id: string; holder: SimAgent; climbsAt: number; message: Queued }[]
  iteration: number
  idle: number
  progressed: boolean
  restarts: number
  /** How often Kibitz has ended unexpectedly in the middle of this very reply. */
  crashes: number
  calls: string[]
  trouble: { parked: boolean; of: "provider" | "network" | "limit" | "money" | "itself"; at: number } | null
  due: SimDue | null
  waits: string | null
  notices: number
  toldOfRestart: boolean
  lines: { joined: number; left: number }
  continued: number
  /** Each reply costs a dollar. */
  spent: number
  limit: number | null
}

/** Before anything: a clock that is set back may come before the beginning. */
export const NEVER = Number.NEGATIVE_INFINITY

export const limits = {
  delayMs: 2_000,
  longestMs: 16_000,
  idle: 3,
  iterations: 3,
  restarts: 1,
  crashes: 3,
  parentMs: 60_000,
  restartMs: 5_000,
  /** Of the provider: a shorter wait is none, and nobody comes back in the instant it is over. */
  longMs: 60_000,
  /** No network: so often a step is tried, so soon and so late it is looked for, and after so long one asks without waiting for it. */
  tries: 8,
  soonestMs: 5_000,
  latestMs: 60_000,
  asksItselfMs: 600_000,
  apartMs: 200,
  later: (ms: number) => Math.min(3_000, ms * 0.1) * 0.5,
}

export function turnOf(cause: Cause, since: number): SimTurn {
  const turn: SimTurn = {
    cause,
    at: "model",
    until: 0,
    tries: 1,
    since,
    limited: false,
    lined: null,
    order: 0,
    checks: [],
    results: [],
  }
  return turn
}

export function newcomer(name: string, parent: SimAgent | null, task: boolean): SimAgent {
  return {
    ...{ name, parent, children: [], task, whenDone: "wait", last: null, spoken: false, begun: false, woken: false },
    ...{
      standing: "open",
      by: "user",
      turn: null,
      queue: [],
      items: [],
      promises: [],
      passed: [],
      asking: [],
      trouble: null,
      due: null,
      waits: null,
    },
    ...{ iteration: 0, idle: 0, progressed: false, restarts: 0, crashes: 0, calls: [], continued: 0 },
    ...{ notices: 0, toldOfRestart: false, lines: { joined: 0, left: 0 }, spent: 0, limit: null },
  }
}

/** By a refusal of the provider or for want of a network, and nobody has let it go on yet. */
export function isParked({ standing, turn, due, trouble }: SimAgent): boolean {
  return standing === "open" && !turn && !due && trouble !== null && saidOf[trouble.of] !== null && trouble.of !== "limit"
}
/** What is said as long as anybody is held up by it. */
export const saidOf = {
  provider: "provider",
  network: "provider: network",
  limit: "provider: limit",
  money: null,
  itself: null,
} as const
export const isHeldBack = ({ standing, by }: SimAgent): boolean =>
  standing === "paused" || standing === "stopped" || (standing === "stuck" && by === "crash")
/** Kibitz has ended unexpectedly while it was being answered: true where that was once too often. */
export function isOnceTooOften(agent: SimAgent): boolean {
  if (agent.turn?.at !== "model") return false
  agent.crashes += 1
  return agent.crashes >= limits.crashes
}
export const isObliged = ({ task, spoken }: SimAgent): boolean => task || spoken

/** The agent and all below it, those above first. */
export function below(agent: SimAgent): SimAgent[] {
  const all = [agent]
  for (const one of all) all.push(...one.children)
  return all
}

/** The nearest above it, or itself, whose money is spent: by those below it together. */
export function purseOf(agent: SimAgent): SimAgent | null {
  for (let one: SimAgent | null = agent; one; one = one.parent) {
    if (one.limit !== null && spentBy(one) >= one.limit) return one
  }
  return null
}
export const spentBy = (agent: SimAgent): number => below(agent).reduce((sum, { spent }) => sum + spent, 0)

/** Other agents alone set it going, and it has had a turn: what it was started for, or is to do instead, is a beginning. */
export function isWakeUp({ begun, queue }: SimAgent): boolean {
  return begun && queue.length > 0 && queue.every(({ by }) => by === "agent")
}
/** The first that somebody below says of its own work is not counted. */
export const isCounted = (agent: SimAgent): boolean => isWakeUp(agent) && agent.queue.some(({ from }) => !from || from.woken)
export const hasNothing = ({ waits, asking }: SimAgent): boolean => waits === "nothing" && asking.length === 0

export function sleep(agent: SimAgent): void {
  Object.assign(agent, { standing: "paused", by: "limit", due: null })
}

/** What is asked for is asked for others too. */
export const outlives = ["provider", "provider: network", "provider: limit", "budget"]
const holdsUp = ["approval", "help", "stuck", "budget"]
/** A question that is with the user, by what it is called. */
export const isQuestion = (item: string): boolean => item.startsWith("question:")
/** What an agent that stands still does next: go on, or wait for something with a name; null where that is nothing of its own. */
export function nextMove(agent: SimAgent, isPresent: boolean, isRefused: boolean): string | null {
  if (agent.turn || isPresent || agent.standing !== "open") return null
  // What the user lets go on goes on, whoever had asked for it.
  const isBroke = purseOf(agent) !== null
  if (agent.trouble && agent.due?.why === "restart" && !isBroke) return "restart"
  if (!isObliged(agent) && !agent.trouble) return "nothing"
  if (isBroke) return "you"
  // Refused, it waits as long as that is said; nobody waits for what nobody is asked for.
  if (agent.trouble) return agent.trouble.parked && agent.trouble.of !== "money" && isRefused ? null : "restart"
  if (agent.items.some((kind) => holdsUp.includes(kind) || isQuestion(kind))) return "you"
  if (agent.asking.length > 0) return "parent"
  const busy = agent.children.some(({ task, standing }) => task && !["done", "dismissed", "stopped"].includes(standing))
  // Cut short, it has work of its own left.
  return agent.queue.length === 0 && agent.last !== "interrupted" && busy ? "child" : "continue"
}
