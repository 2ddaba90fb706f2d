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
  const players: Player[] = []
  const deeds: Deed[] = []
  const agenda: { atMs: number; run(now: number): void }[] = []
  const attempts = countAttempts()
  const at = (atMs: number, run: (now: number) => void) => agenda.push({ atMs, run })

  function add(parent: Player | null, assignment: string | null, wish: string | undefined): Player {
    const name = wish ?? `Agent ${players.length + 1}`
    const depth = (parent?.depth ?? 0) + 1
    const base = { name, parent, depth, assignment, history: [], queue: [] }
    const player: Player = { ...base, isBusy: false, isDone: false, continuations: 0 }
    players.push(player)
    return player
  }

  function tell(player: Player, text: string, now: number): void {
    player.queue.push(text)
    if (player.isBusy) return
    player.isBusy = true
    player.history.push({ role: "user", content: takeQueue(player) })
    ask(player, now)
  }

  function ask(player: Player, now: number): void {
    const body = JSON.stringify({
      model: "claude-sonnet-5-5",
      max_tokens: 16_000,
      stream: true,
      system: systemFor(player, rules.planning === true),
      messages: player.history,
      tools,
    })
    const input = { bytes: body.length, requestId: "r" }
    const streamed = answerTo({ text: body, ...input }, scenarios, attempts).answer
    const whole = answerTo({ text: body.replace('"stream":true', '"stream":false'), ...input }, scenarios, attempts).answer
    if (streamed.kind !== "stream" || whole.kind !== "message") throw new Error(`${player.name} got no reply`)
    const { firstTokenMs, tokensPerSecond } = streamed.pace
    const lasts = firstTokenMs + (tokensPerSecond === null ? 0 : (streamed.performance.beats.length * 1000) / tokensPerSecond)
    at(now + lasts, (then) => heard(player, (JSON.parse(whole.json) as { content: Content }).content, then))
  }

  function heard(player: Player, content: Content, now: number): void {
    player.history.push({ role: "assistant", content })
    const calls = content.filter((block) => block.type === "tool_use") as unknown as Call[]
    if (calls.length === 0) {
      ended(player, textIn(content), now)
      return
    }
    const results = calls.map((call) => carryOut(player, call, now))
    player.history.push({ role: "user", content: [...results, ...takeQueue(player)] })
    ask(player, now)
  }

  function carryOut(player: Player, call: Call, now: number): Content[number] {
    deeds.push({ atMs: now, who: player.name, what: call.name, input: call.input })
    const refusal = rules.refuse?.(call) ?? null
    if (refusal === null && call.name === "spawn_agent") {
      const assignment = String(call.input.assignment)
      const child = add(player, assignment, call.input.name as string | undefined)
      tell(child, assignment, now)
    }
    return { type: "tool_result", tool_use_id: call.id, content: refusal ?? "ok", is_error: refusal !== null }
  }

  function ended(player: Player, text: string, now: number): void {
    player.isBusy = false
    if (player.queue.length > 0) {
      tell(player, player.queue.pop() as string, now)
      return
    }
    if (/(^|\n)DONE$/u.test(text)) {
      const gap = rules.check?.(player) ?? null
      deeds.push({ atMs: now, who: player.name, what: gap === null ? "DONE" : "not yet", input: {} })
      if (gap !== null) {
        at(now + CONTINUATION_MS, (then) => tell(player, `[Kibitz] verification failed\n${gap}`, then))
        return
      }
      player.isDone = true
      if (player.parent !== null) tell(player.parent, report(player.name, text), now)
      return
    }
    const hasOpenChildren = players.some((other) => other.parent === player && !other.isDone)
    if (hasOpenChildren || player.continuations >= 50) return
    at(now + CONTINUATION_MS, (then) => {
      if (player.isBusy || player.isDone) return
      player.continuations++
      tell(player, `[Kibitz] continuation ${player.continuations} of 50\nYour obligation stands.`, then)
    })
  }

  tell(add(null, null, "Jake"), opening, 0)
  for (;;) {
    agenda.sort((a, b) => a.atMs - b.atMs)
    const next = agenda.shift()
    if (next === undefined || next.atMs > (rules.untilMs ?? 3_600_000)) break
    next.run(next.atMs)
  }
  const saidBy = (name: string) =>
    players
      .filter((player) => player.name === name)
      .flatMap((player) => player.history.filter(({ role }) => role === "assistant").map(({ content }) => textIn(content)))
      .join("\n\n")
  return { players, deeds, saidBy }
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
