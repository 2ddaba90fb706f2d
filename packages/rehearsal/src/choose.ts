// Owns: which scenario and which step a history asks for. A pure function of the messages, so that the same history is always
// answered the same way, also after a restart.
import type { RequestMessage } from "./request.ts"
import type { Scenario, Step, When } from "./scenario.ts"

export type Result = { readonly text: string; readonly isError: boolean }
export type Scene = {
  readonly scenario: Scenario
  readonly step: Step
  readonly stepNumber: number
  readonly userText: string
  readonly messageCount: number
  /** What the groups of the pattern that chose it caught. */
  readonly caught: readonly string[]
  /** What tools answered since the user spoke, oldest first. */
  readonly results: readonly Result[]
}

/** Only the beginning is looked at: a pasted megabyte must not run through every pattern. */
const MATCHED_CHARACTERS = 4_000
/** A text wholly in brackets is a note by the app, not something the user said. */
const note = /^\[[^\]]*\]$/u
const goOn = /^\s*continue(\W*|\W+where your last reply was cut off\W*)$/iu

export function chooseScene(scenarios: readonly Scenario[], messages: readonly RequestMessage[]): Scene {
  const spoken = lastSpoken(messages, (text) => !note.test(text))
  if (spoken !== null && goOn.test(spoken.text)) {
    const before = lastSpoken(messages, (text) => !note.test(text) && !goOn.test(text))
    if (before !== null) {
      const scene = sceneFor(pick(scenarios, before.text), messages, before)
      if (scene.stepNumber < scene.scenario.steps.length) return scene
    }
  }
  const said = spoken ?? { text: "", index: 0 }
  return sceneFor(pick(scenarios, said.text), messages, said)
}

type Spoken = { readonly text: string; readonly index: number }

function lastSpoken(messages: readonly RequestMessage[], counts: (text: string) => boolean): Spoken | null {
  for (let index = messages.length - 1; index >= 0; index--) {
    const message = messages[index] as RequestMessage
    if (message.role !== "user") continue
    for (let b = message.content.length - 1; b >= 0; b--) {
      const block = message.content[b]
      if (block?.type === "text" && counts(block.text as string)) return { text: block.text as string, index }
    }
  }
  return null
}

function pick(scenarios: readonly Scenario[], text: string): Scenario {
  const start = text.slice(0, MATCHED_CHARACTERS)
  const words = new Set(start.toLowerCase().match(/[\p{L}\p{N}]+/gu))
  const found = scenarios.find(
    (scenario) => scenario.when === "otherwise" || scenario.when.some((when) => matches(when, start, words)),
  )
  if (found === undefined) throw new Error("no scenario answers everything else")
  return found
}

const patterns = new Map<string, RegExp>()

function matches(when: When, text: string, words: ReadonlySet<string>): boolean {
  if ("words" in when) return when.words.every((word) => words.has(word.toLowerCase()))
  return patternOf(when.pattern).test(text)
}

function patternOf(source: string): RegExp {
  let pattern = patterns.get(source)
  if (pattern === undefined) {
    pattern = new RegExp(source, "iu")
    patterns.set(source, pattern)
  }
  return pattern
}

function sceneFor(scenario: Scenario, messages: readonly RequestMessage[], spoken: Spoken): Scene {
  const results: Result[] = []
  let stepNumber = 0
  for (let index = spoken.index + 1; index < messages.length; index++) {
    const message = messages[index] as RequestMessage
    if (message.role === "assistant") stepNumber++
    else for (const block of message.content) if (block.type === "tool_result") results.push(resultOf(block))
  }
  const step = scenario.steps[Math.min(stepNumber, scenario.steps.length - 1)] as Step
  return {
    scenario,
    step,
    stepNumber,
    userText: spoken.text,
    messageCount: messages.length,
    caught: caught(scenario, spoken.text),
    results,
  }
}

function resultOf(block: RequestMessage["content"][number]): Result {
  const { content } = block
  const text = Array.isArray(content) ? content.map((part) => (part.type === "text" ? part.text : "")).join("\n") : content
  return { text: typeof text === "string" ? unfenced(text) : "", isError: block.is_error === true }
}

/** A client may mark what comes from outside by a line before and after it, with a word in both; an actor reads what is between. */
function unfenced(text: string): string {
  const lines = text.split("\n")
  const word = /^<<untrusted (\S+) /u.exec(lines[0] ?? "")?.[1]
  return word !== undefined && lines.at(-1) === `<<end ${word}>>` ? lines.slice(2, -1).join("\n") : text
}

/** What the groups of its pattern caught of the user's text. */
function caught(scenario: Scenario, text: string): readonly string[] {
  if (scenario.when === "otherwise") return []
  const start = text.slice(0, MATCHED_CHARACTERS)
  for (const when of scenario.when) {
    const found = "pattern" in when ? patternOf(when.pattern).exec(start) : null
    if (found) return found.slice(1).map((group) => group ?? "")
  }
  return []
}
