// What must hold after everything that happens, whatever it was. Counted here from the world and the journal, by no rule of the app's own.
import type { Agent, AgentId, AttentionItem, Event, Recorded, Tally } from "@kibitz/contract"
import { agentStatus } from "@kibitz/domain"
import { expect } from "vitest"
import type { Theatre } from "./theatre.ts"

export function holdsNow(theatre: Theatre): void {
  const world = theatre.world()
  const agents = theatre.agents()
  const byId = new Map(agents.map((agent) => [agent.id, agent]))
  const attention = Object.values(world.attention)
  for (const agent of agents) {
    same(agent.tally, recount(agent, byId, attention), `OPM-9 the counts of ${agent.name}`)
    const own = attention.filter(({ agentId }) => agentId === agent.id).map(({ id }) => id)
    same([...agent.items].sort(), own.sort(), `OPM-9 the items of ${agent.name}`)
    hasReason(agent, attention)
    isAskedFor(agent, attention)
  }
  const overslept = attention.filter(({ snoozed }) => snoozed != null && Date.parse(snoozed) <= theatre.now())
  same(overslept, [], "OPM-9 what was put off is back when its time is over")
  const shown = new Set(Object.values(world.panes).map(({ agentId }) => agentId))
  same(
    agents.filter(({ presence }) => presence).map(({ id }) => id),
    agents.filter(({ id }) => shown.has(id)).map(({ id }) => id),
    "OPM-3 present are exactly those whose chat is in a pane",
  )
  same(
    theatre.log.lines.filter(({ level }) => level === "error"),
    [],
    "no rule broke and no report was refused",
  )
}

/**
 * OPM-6: alone, idle and obliged means: a time, a name for what it waits for, or an end that is on record. Whoever something outside holds up
 * goes on by itself when that has changed, or somebody is asked to change it.
 */
function hasReason(agent: Agent, attention: readonly AttentionItem[]): void {
  const { turn, presence, standing, due, waits, trouble } = agent
  // In a chat it waits for the user, who sees it.
  if (turn || presence || standing.kind !== "open" || due || waits) return
  const failure = trouble?.parked ? trouble.failure.kind : null
  const isAsked = attention.some((item) => item.kind === "provider" && item.failure === failure)
  if (failure && !isAsked) expect.fail(`OPM-6 ${agent.name} is held up by ${failure}, and nobody is asked about it`)
  const isObliged = agent.assignment !== null || agent.addressed || trouble !== null
  if (isObliged && !failure) expect.fail(`OPM-6 ${agent.name} is idle, and nothing says why`)
}

/** Amber is a promise (ux, principle 3): who is said to need the user has something of its own in the inbox that the user can answer. */
function isAskedFor(agent: Agent, attention: readonly AttentionItem[]): void {
  if (agentStatus(agent) !== "needs-you") return
  const isThere = attention.some((item) => item.agentId === agent.id && item.tier <= 1 && item.snoozed == null)
  if (!isThere) expect.fail(`OPM-9 ${agent.name} is said to need the user, and nothing of it waits for an answer`)
}

function recount(root: Agent, byId: ReadonlyMap<AgentId, Agent>, attention: readonly AttentionItem[]): Tally {
  const sum = { agents: 0, working: 0, waiting: 0, stopped: 0, paused: 0, stuck: 0, done: 0, rehearsal: 0 }
  const needed: Tally["needed"] = { working: 0, waiting: 0, stopped: 0, paused: 0, stuck: 0, done: 0, dismissed: 0 }
  const tiers: Tally["tiers"] = [0, 0, 0, 0, 0]
  const asking = new Set(attention.flatMap(({ agentId, tier, snoozed }) => (tier <= 1 && snoozed == null ? [agentId] : [])))
  const below: Agent[] = [root]
  for (const agent of below) {
    below.push(...agent.childIds.flatMap((id) => byId.get(id) ?? []))
    const isGone = agent.standing.kind === "dismissed"
    if (asking.has(agent.id)) needed[isGone ? "dismissed" : wordOf(agent)] += 1
    if (isGone) continue
    sum.agents += 1
    sum.rehearsal += agent.rehearsal ? 1 : 0
    sum[wordOf(agent)] += 1
  }
  // What waits in the inbox for anybody here, whatever has become of it.
  const here = new Set(below.map(({ id }) => id))
  for (const { agentId, tier, snoozed } of attention)
    if (here.has(agentId) && snoozed == null) tiers[tier] = (tiers[tier] ?? 0) + 1
  return { ...sum, needed, tiers }
}

function wordOf({ standing, turn, due, trouble }: Agent): Exclude<keyof Tally["needed"], "dismissed"> {
  if (turn) return turnWord(turn)
  if (standing.kind === "paused" || standing.kind === "stuck" || standing.kind === "done") return standing.kind
  if (due) return "stopped"
  if (trouble) return trouble.parked ? "paused" : "stuck"
  return "waiting"
}

/** OPM-7: nothing counts as work that waits. */
function turnWord({ status, calls }: NonNullable<Agent["turn"]>): "working" | "waiting" | "stopped" {
  if (status.kind === "held" || status.kind === "delayed") return "stopped"
  if (status.kind !== "calling" || calls.some((call) => call.status === "allowed")) return "working"
  return calls.some((call) => call.status === "asked") ? "waiting" : "working"
}

/** Over the whole journal: who is there when, and what is said to whom how often. */
export function heldThroughout(theatre: Theatre): void {
  const present = new Set<AgentId>()
  const pending = new Map<string, AgentId>()
  const notes: Record<string, number> = {}
  const explicit = { items: new Set<string>(), stops: new Set<AgentId>() }
  const purses = new Map<AgentId, Purse>()
  let line: Extract<Event, { type: "presence.joined" | "presence.left" }> | null = null
  for (const recorded of theatre.journal()) {
    const { event } = recorded
    if (line) {
      const [told, which]: [Event, string] = [event, line.type.slice("presence.".length)]
      if (told.type !== "agent.noticed" || told.agentId !== line.agentId || told.notice.note !== which)
        expect.fail(`OPM-3 ${line.type} of ${line.agentId} is not followed by its line`)
    }
    line = null
    if (event.type === "presence.joined" || event.type === "presence.left") {
      line = event
      const isThere = present.has(event.agentId)
      if (isThere === (event.type === "presence.joined")) expect.fail(`OPM-3 ${event.type} of ${event.agentId} twice`)
      if (isThere) present.delete(event.agentId)
      else present.add(event.agentId)
    }
    mayBeTold(event, present, explicit)
    if (event.type === "agent.noticed") pending.set(event.notice.id, event.agentId)
    if (event.type === "message.delivered") delivered(event, pending, notes)
    onlyWhatMay(recorded, present)
    onlyWhoMay(event, purses)
  }
  for (const { agentId, itemId, title } of theatre.notices) {
    const isExplicit = itemId === null ? explicit.stops.has(agentId) : explicit.items.has(itemId)
    if (!isExplicit) expect.fail(`OPM-4 the user was told outside of the app, and nobody asked for them: ${title}`)
  }
  const waiting = theatre.agents().flatMap(({ notices }) => notices.map(({ id }) => id))
  same([...pending.keys()].sort(), waiting.sort(), "OPM-3 every line is delivered once, or still waits")
}

function delivered(
  { messageId, note }: Extract<Event, { type: "message.delivered" }>,
  pending: Map<string, AgentId>,
  notes: Record<string, number>,
): void {
  notes[messageId] = (notes[messageId] ?? 0) + 1
  if (notes[messageId] !== 1) expect.fail(`OPM-3 ${note ?? "a message"} ${messageId} was delivered twice`)
  pending.delete(messageId)
}

/** OPM-4: what an agent asked the user for, what the gate or a limit needs them for, and the stops of those they are with. */
const askedFor: ReadonlySet<AttentionItem["kind"]> = new Set([
  "approval",
  "phase-request",
  "question",
  "help",
  "knock",
  "budget",
  "provider",
])

function mayBeTold(
  event: Event,
  present: ReadonlySet<AgentId>,
  explicit: { readonly items: Set<string>; readonly stops: Set<AgentId> },
): void {
  if (event.type === "attention.raised" && (askedFor.has(event.item.kind) || present.has(event.agentId)))
    explicit.items.add(event.item.id)
  if ((event.type === "turn.finished" || event.type === "turn.failed") && present.has(event.agentId))
    explicit.stops.add(event.agentId)
}

/** OPM-4: alone, nobody is notified of a mere stop; and nobody whom the user is with is prodded. */
function onlyWhatMay({ event }: Recorded, present: ReadonlySet<AgentId>): void {
  if (event.type === "attention.raised" && event.item.kind === "your-turn" && !present.has(event.agentId)) {
    expect.fail(`OPM-4 ${event.agentId} is alone, and the user is told that it stopped`)
  }
  if (event.type === "turn.started" && event.cause === "continuation" && present.has(event.agentId)) {
    expect.fail(`OPM-4 ${event.agentId} was continued while the user is there`)
  }
}

type Purse = { readonly parentId: AgentId | null; standing: string; spent: number; limit: number | null }

/** OPM-6, OPM-7: no turn begins for whom the user holds, nor for whom there is no money, its own or that of anybody above it. */
function onlyWhoMay(event: Event, purses: Map<AgentId, Purse>): void {
  if (event.type === "agent.founded") {
    const { parentId, limitUsd: limit = null } = event
    purses.set(event.agentId, { parentId, standing: "open", spent: 0, limit })
  }
  const own = "agentId" in event ? purses.get(event.agentId) : undefined
  if (!own) return
  const above: Purse[] = []
  for (let one: Purse | undefined = own; one; one = one.parentId ? purses.get(one.parentId) : undefined) above.push(one)
  if (event.type === "agent.moved") own.standing = event.standing.kind
  if (event.type === "agent.budgeted") own.limit = event.limitUsd
  if (event.type === "turn.replied") for (const one of above) one.spent += event.costUsd ?? 0
  if (event.type !== "turn.started") return
  if (own.standing !== "open") expect.fail(`OPM-7 a turn of ${event.agentId} begins, which is ${own.standing}`)
  // What Kibitz does without a model costs nothing.
  if (event.brief?.byKibitz) return
  if (above.some(({ limit, spent }) => limit !== null && spent >= limit))
    expect.fail(`OPM-6 a turn of ${event.agentId} begins, and its money is spent`)
}

/** What the model gets to read holds every line of Kibitz that was delivered, once. */
export function modelsReadEachLineOnce(theatre: Theatre): void {
  for (const agent of theatre.agents()) {
    const last = theatre.asked.filter(({ name }) => name === agent.name).at(-1)
    if (!last) continue
    const read = JSON.stringify(last.exchange.request.messages)
    for (const event of theatre.events("message.delivered")) {
      if (event.agentId !== agent.id || (event.note !== "joined" && event.note !== "left")) continue
      const text = JSON.stringify(event.text.split("\n")[0]).slice(1, -1)
      const times = read.split(text).length - 1
      if (times > 1) expect.fail(`OPM-3 the model of ${agent.name} reads ${times} times: ${text}`)
    }
  }
}

/** `expect` is slow when it is asked a million times; what is equal is not shown to it. */
export function same(actual: unknown, expected: unknown, what: string): void {
  if (JSON.stringify(actual) !== JSON.stringify(expected)) expect(actual, what).toEqual(expected)
}
