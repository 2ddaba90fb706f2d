// Owns: a world just big enough to play scenarios to their end without an engine: agents with histories, a clock that jumps, and the few
// sentences Kibitz says. For tests of the scenario files only; what the real engine does is tested on the real engine.
import { answerTo } from "../answer.ts"
import { countAttempts } from "../attempts.ts"
import type { Scenario } from "../scenario.ts"

type Content = readonly Readonly<Record<string, unknown>>[]
type Message = { readonly role: "user" | "assistant"; readonly content: Content }
type Call = { readonly id: string; readonly name: string; readonly input: Record<string, unknown> }

export type Player = {
  readonly name: string
  readonly parent: Player | null
  readonly depth: number
  readonly assignment: string | null
  readonly history: Message[]
  readonly queue: string[]
  isBusy: boolean
  isDone: boolean
  continuations: number
}

export type Deed = { readonly atMs: number; readonly who: string; readonly what: string; readonly input: Record<string, unknown> }
export type Troupe = {
  readonly players: readonly Player[]
  /** Calls, and ends ("DONE"), in the order in which they happened. */
  readonly deeds: readonly Deed[]
  /** What an agent has said, all of it. */
  saidBy(name: string): string
}

export type Rules = {
  /** null: it is carried out. */
  refuse?(call: Call): string | null
  /** When an agent says that it is done: what is missing, or null. */
  check?(player: Player): string | null
  readonly untilMs?: number
  readonly planning?: boolean
}

const CONTINUATION_MS = 2_000

export function perform(scenarios: readonly Scenario[], opening: string, rules: Rules = {}): Troupe {
  const performance = new Performance(scenarios, rules)
  performance.play(opening)
  const { players, deeds } = performance
  const saidBy = (name: string) =>
    players
      .filter((player) => player.name === name)
      .flatMap((player) => player.history.filter(({ role }) => role === "assistant").map(({ content }) => textIn(content)))
      .join("\n\n")
  return { players, deeds, saidBy }
}

class Performance {
  readonly players: Player[] = []
  readonly deeds: Deed[] = []
  private readonly scenarios: readonly Scenario[]
  private readonly rules: Rules
  private readonly agenda: { atMs: number; run(now: number): void }[] = []
  private readonly attempts = countAttempts()

  constructor(scenarios: readonly Scenario[], rules: Rules) {
    this.scenarios = scenarios
    this.rules = rules
  }

  /** Until nothing is on the agenda any more, or the time is up. */
  play(opening: string): void {
    this.tell(this.add(null, null, "Jake"), opening, 0)
    for (;;) {
      this.agenda.sort((a, b) => a.atMs - b.atMs)
      const next = this.agenda.shift()
      if (next === undefined || next.atMs > (this.rules.untilMs ?? 3_600_000)) break
      next.run(next.atMs)
    }
  }

  private at(atMs: number, run: (now: number) => void): void {
    this.agenda.push({ atMs, run })
  }

  private add(parent: Player | null, assignment: string | null, wish: string | undefined): Player {
    const name = wish ?? `Agent ${this.players.length + 1}`
    const depth = (parent?.depth ?? 0) + 1
    const base = { name, parent, depth, assignment, history: [], queue: [] }
    const player: Player = { ...base, isBusy: false, isDone: false, continuations: 0 }
    this.players.push(player)
    return player
  }

  private tell(player: Player, text: string, now: number): void {
    player.queue.push(text)
    if (player.isBusy) return
    player.isBusy = true
    player.history.push({ role: "user", content: takeQueue(player) })
    this.ask(player, now)
  }

  private ask(player: Player, now: number): void {
    const body = JSON.stringify({
      model: "claude-sonnet-5-5",
      max_tokens: 16_000,
      stream: true,
      system: systemFor(player, this.rules.planning === true),
      messages: player.history,
      tools,
    })
    const { scenarios, attempts } = this
    const input = { bytes: body.length, requestId: "r" }
    const streamed = answerTo({ text: body, ...input }, scenarios, attempts).answer
    const whole = answerTo({ text: body.replace('"stream":true', '"stream":false'), ...input }, scenarios, attempts).answer
    if (streamed.kind !== "stream" || whole.kind !== "message") throw new Error(`${player.name} got no reply`)
    const { firstTokenMs, tokensPerSecond } = streamed.pace
    const lasts = firstTokenMs + (tokensPerSecond === null ? 0 : (streamed.performance.beats.length * 1000) / tokensPerSecond)
    this.at(now + lasts, (then) => this.heard(player, (JSON.parse(whole.json) as { content: Content }).content, then))
  }

  private heard(player: Player, content: Content, now: number): void {
    player.history.push({ role: "assistant", content })
    const calls = content.filter((block) => block.type === "tool_use") as unknown as Call[]
    if (calls.length === 0) {
      this.ended(player, textIn(content), now)
      return
    }
    const results = calls.map((call) => this.carryOut(player, call, now))
    player.history.push({ role: "user", content: [...results, ...takeQueue(player)] })
    this.ask(player, now)
  }

  private carryOut(player: Player, call: Call, now: number): Content[number] {
    this.deeds.push({ atMs: now, who: player.name, what: call.name, input: call.input })
    const refusal = this.rules.refuse?.(call) ?? null
    if (refusal === null && call.name === "spawn_agent") {
      const assignment = String(call.input.assignment)
      const child = this.add(player, assignment, call.input.name as string | undefined)
      this.tell(child, assignment, now)
    }
    return { type: "tool_result", tool_use_id: call.id, content: refusal ?? "ok", is_error: refusal !== null }
  }

  private ended(player: Player, text: string, now: number): void {
    player.isBusy = false
    if (player.queue.length > 0) {
      this.tell(player, player.queue.pop() as string, now)
      return
    }
    if (/(^|\n)DONE$/u.test(text)) {
      this.saysDone(player, text, now)
      return
    }
    const hasOpenChildren = this.players.some((other) => other.parent === player && !other.isDone)
    if (hasOpenChildren || player.continuations >= 50) return
    this.at(now + CONTINUATION_MS, (then) => {
      if (player.isBusy || player.isDone) return
      player.continuations++
      this.tell(player, `[Kibitz] continuation ${player.continuations} of 50\nYour obligation stands.`, then)
    })
  }

  private saysDone(player: Player, text: string, now: number): void {
    const gap = this.rules.check?.(player) ?? null
    this.deeds.push({ atMs: now, who: player.name, what: gap === null ? "DONE" : "not yet", input: {} })
    if (gap !== null) {
      this.at(now + CONTINUATION_MS, (then) => this.tell(player, `[Kibitz] verification failed\n${gap}`, then))
      return
    }
    player.isDone = true
    if (player.parent !== null) this.tell(player.parent, report(player.name, text), now)
  }
}

const tools = [
  ..."spawn_agent ask_user report_progress add_commitment list_directory read_file glob search_files web_fetch write_file".split(
    " ",
  ),
].map((name) => ({ name, description: name, input_schema: { type: "object" } }))

function takeQueue(player: Player): Content {
  return player.queue.splice(0).map((text) => ({ type: "text", text }))
}

function textIn(content: Content): string {
  return content.flatMap((block) => (block.type === "text" ? [String(block.text)] : [])).join("\n\n")
}

function report(name: string, text: string): string {
  return `${name} says that it is done.\n<<untrusted w1 source="the last reply of ${name}" agent="${name}">>\nData.\n${text}\n<<end w1>>`
}

function systemFor({ name, parent, assignment }: Player, planning: boolean): string {
  const who = parent === null ? "the root agent of Kibitz" : "an agent of Kibitz"
  const task =
    assignment === null ? "" : `\nYour assignment, in the words of the one who gave it:\n> ${assignment}\nStay with it.`
  return `You are ${name}, ${who}, a desktop app.${task}\n\n# What you may do\n${planning ? "Planning: you read." : "Execution: you may."}`
}
