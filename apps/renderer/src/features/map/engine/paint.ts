// Owns: what the map says of one agent: its shape, tone, words and counts (ux 5.2). Made once for each state of an agent; lines that only
// cards show are worked out when a card asks, so that ten thousand dots cost ten thousand small objects and no text.

import type { Count, GlyphKind, ModeField, NodePaint, Part, Tone } from "@kibitz/canvas"
import type { Agent, AgentStatus, AttentionItem, CogitationVocabulary, Instant, World } from "@kibitz/contract"
import { agentCounts, agentStatus, isSnoozed, itemsToAnswer } from "@kibitz/domain"
import { doingOf } from "../../../kernel/agents/doing.ts"
import { evidenceLine, statusLine } from "../../../kernel/agents/status-copy.ts"
import { askingGlyph, isYourTurn, statusWords } from "../../../kernel/agents/status-glyphs.ts"
import { spellOf, termFor } from "../../../kernel/cogitation/term.tsx"
import { plainProse } from "../../../kernel/markdown/plain.ts"
import { modeFields } from "../../../kernel/posture/mode-fields.ts"
import { formatCount, formatElapsed } from "../../../kernel/ui/numbers.ts"
import { itemLine, kindWord, money, oneLine } from "../../../kernel/words/attention-copy.ts"

/** What all looks depend on besides the agent itself. */
export type Light = {
  readonly world: World
  readonly vocabulary: CogitationVocabulary | null
  readonly selected: string
  readonly selectedPart: Part
  /** Those selected besides. */
  readonly also: ReadonlySet<string>
  /** Lower case; empty: nothing is filtered. */
  readonly filter: string
  now(): Instant
}

/** As the page draws them (kernel/agents/status-glyphs.ts), by the map's own names. */
export const shapes: Readonly<Record<AgentStatus, readonly [GlyphKind, Tone]>> = {
  waiting: ["idle", "quiet"],
  working: ["working", "working"],
  "waiting-api": ["retrying", "quiet"],
  "waiting-child": ["waiting", "quiet"],
  "waiting-parent": ["waiting", "quiet"],
  "needs-you": ["needs-you", "needs-you"],
  "put-off": ["idle", "quiet"],
  stopped: ["ready", "quiet"],
  verifying: ["checking", "working"],
  paused: ["paused", "quiet"],
  stuck: ["failed", "failed"],
  failed: ["failed", "failed"],
  unverifiable: ["unknown", "failed"],
  done: ["done", "done"],
  dismissed: ["cancelled", "quiet"],
}

export class AgentPaint implements NodePaint {
  readonly agent: Agent
  readonly status: AgentStatus
  readonly name: string
  readonly glyph: GlyphKind
  readonly tone: Tone
  readonly badge: string | null
  readonly edge: NodePaint["edge"]
  readonly joined: boolean
  readonly found: boolean
  readonly unread: boolean
  readonly rehearsal: boolean
  readonly dimmed: boolean
  readonly selected: boolean
  readonly roomSelected: boolean
  /** How many things wait for the user here. */
  readonly needs: number
  readonly #light: Light
  readonly #items: readonly AttentionItem[]
  #counts: readonly Count[] | null = null
  #line: string | null | undefined
  #term: string | null | undefined
  #mode: readonly ModeField[] | null = null
  #meta: string | null = null

  constructor(agent: Agent, light: Light) {
    this.agent = agent
    this.#light = light
    this.#items = agent.items.length === 0 ? noItems : awake(light.world, agent, light.now())
    this.status = agentStatus(agent, light.now())
    this.name = agent.name
    const [glyph, tone] = shapes[this.status]
    const asks = this.#items.find(({ tier }) => tier <= 1)
    this.glyph = asks ? askingGlyph(asks) : isYourTurn(agent, this.status) ? "your-turn" : glyph
    const isFound = matches(agent, light.filter)
    this.tone = !isFound ? "quiet" : asks ? "needs-you" : tone
    this.needs = this.#items.filter(({ tier }) => tier <= 1).length
    // The shape says that one thing waits; only more of them need a number.
    this.badge = this.needs > 1 && isFound ? `◆${this.needs}` : null
    this.edge = itemsToAnswer(agent.tally) > 0 ? "needs-you" : agent.tally.stuck > 0 ? "failed" : null
    this.joined = agent.presence !== null
    this.unread = this.#items.some(({ kind }) => kind === "result")
    this.rehearsal = agent.rehearsal
    this.selected = (light.selected === agent.id && light.selectedPart === "desk") || light.also.has(agent.id)
    this.roomSelected = light.selected === agent.id && light.selectedPart === "room"
    // By more than that the others step back: who is idle is as quiet as they are.
    this.found = isFound && light.filter !== ""
    this.dimmed = this.status === "paused" || !isFound
  }

  /** The verb and how long, or where it stands in a few words. The clock runs here. */
  get word(): string {
    if (this.needs > 0) return statusWords["needs-you"]
    if (this.status !== "working") return statusLine(this.#light.world, this.agent, this.status, this.#light.now())
    const since = this.agent.turn?.startedAt
    const elapsed = since === undefined ? "" : ` ${formatElapsed(Date.parse(this.#light.now()) - Date.parse(since))}`
    return `${this.#verb() ?? "working"}…${elapsed}`
  }

  get mode(): readonly ModeField[] {
    this.#mode ??= modeFields(this.agent, this.status === "paused")
    return this.#mode
  }

  get line(): string | null {
    if (this.#line === undefined) this.#line = lineOf(this.agent, this.#items)
    return this.#line
  }

  get meta(): string {
    this.#meta ??= metaOf(this.agent)
    return this.#meta
  }

  /** The clock runs here too: it is asked for when a card is drawn. */
  get last(): string {
    return evidenceLine(this.agent, this.#light.now())
  }

  get progress(): number | null {
    const { progress } = this.agent
    return progress === null || this.status === "done" ? null : progress.percent / 100
  }

  get counts(): readonly Count[] {
    this.#counts ??= countsOf(this.agent)
    return this.#counts
  }

  /** What waits, most urgent first. */
  get items(): readonly AttentionItem[] {
    return this.#items
  }

  /** One for each spell: the same however often it is drawn. */
  #verb(): string | null {
    if (this.#term === undefined) this.#term = verbOf(this.agent, this.#light)
    return this.#term
  }
}

const noItems: readonly AttentionItem[] = []

function awake(world: World, agent: Agent, now: Instant): readonly AttentionItem[] {
  return agent.items
    .flatMap((id) => world.attention[id] ?? [])
    .filter((item) => !isSnoozed(world, item, now))
    .sort((a, b) => a.tier - b.tier)
}

function lineOf(agent: Agent, items: readonly AttentionItem[]): string | null {
  const [item] = items
  if (item) return `${kindWord(item)}: ${itemLine(item)}`
  const note = doingOf(agent)
  return note ? oneLine(plainProse(note)) : null
}

function metaOf({ spentUsd, tally }: Agent): string {
  const team = tally.agents > 1 ? ` · ${formatCount(tally.agents - 1)} in team` : ""
  return `${money(spentUsd)}${team}`
}

function verbOf(agent: Agent, { vocabulary, world }: Light): string | null {
  const { show, earthy } = world.settings.cogitation
  if (show === "off") return null
  const spell = { agentId: agent.id, spell: spellOf(agent, show), isRoot: agent.parentId === null, earthy }
  return termFor(vocabulary, spell)?.term ?? null
}

/** Everybody in its room once; only what there is, most urgent first. */
export function countsOf({ tally }: Agent): readonly Count[] {
  const { needsYou, stuck, working, stopped, paused, done, waiting } = agentCounts(tally)
  const all: readonly Count[] = [
    { glyph: "needs-you", tone: "needs-you", n: needsYou },
    { glyph: "failed", tone: "failed", n: stuck },
    { glyph: "working", tone: "working", n: working },
    { glyph: "done", tone: "done", n: done },
    { glyph: "ready", tone: "quiet", n: stopped },
    { glyph: "paused", tone: "quiet", n: paused },
  ]
  const some = all.filter(({ n }) => n > 0)
  // Who is idle and who waits for another is not told apart here, and is what the others are not: said only where there are no others (ux 1.1).
  return some.length > 0 || waiting === 0 ? some : [{ glyph: "idle", tone: "quiet", n: waiting }]
}

/** By its name or what it is to do. */
export function matches({ name, assignment }: Agent, filter: string): boolean {
  if (filter === "") return true
  return name.toLowerCase().includes(filter) || (assignment ?? "").toLowerCase().includes(filter)
}
