// Owns: which scenario and which step a history asks for. A pure function of the request, so that the same history is always
// answered the same way, also after a restart.
import { caughtBy, scenarioFor, scenarioForNotice } from "./match.ts"
import { askedIn, draftIn, mostPressing, noticeOf, wordsOf } from "./notices.ts"
import { type Away, awayOf, notAway, progressOf } from "./part.ts"
import type { RequestMessage } from "./request.ts"
import type { Scenario, Step } from "./scenario.ts"
import { nobodySpecial, type Self } from "./self.ts"
import { type Result, resultsOf, textsOf, unanswered } from "./texts.ts"

export type Scene = {
  readonly scenario: Scenario
  readonly step: Step
  readonly stepNumber: number
  /** Its children have not all reported: `meanwhile` is played. */
  readonly isWaiting: boolean
  readonly userText: string
  readonly messageCount: number
  /** What the groups of the pattern that chose it caught. */
  readonly caught: readonly string[]
  /** What tools answered since the user spoke, oldest first. */
  readonly results: readonly Result[]
  /** The last of what this request answers is a call that went wrong. */
  readonly hasFailed: boolean
  readonly self: Self
  /** Looked up only when the user has just come: it reads the whole history. */
  readonly away: Away
  /** The id of the question that one below it has just asked. */
  readonly asked: string | null
  /** The end of what it had said of this before it was stopped: it goes on after that. */
  readonly saidAlready: string | null
  /** Said before everything else, because the user has just come. */
  readonly handover: Step | null
}

type Anchor = { readonly text: string; readonly index: number }
type Chosen = { readonly scenario: Scenario; readonly step: Step; readonly stepNumber: number; readonly isWaiting: boolean }
type Found = Chosen & { readonly anchor: Anchor }

const goOn = /^\s*continue(\W*|\W+where your last reply was cut off\W*)$/iu
/** How many earlier errands are looked at for one that is still under way. */
const REMEMBERED_ERRANDS = 8

export function chooseScene(
  scenarios: readonly Scenario[],
  messages: readonly RequestMessage[],
  self: Self = nobodySpecial,
): Scene {
  const heard = unanswered(messages)
  const { anchor, scenario, step, stepNumber, isWaiting } = find(scenarios, messages, heard, self)
  const results = messages.slice(anchor.index + 1).flatMap(resultsOf)
  return {
    scenario,
    step,
    stepNumber,
    isWaiting,
    userText: anchor.text,
    messageCount: messages.length,
    caught: caughtBy(scenario, anchor.text),
    results,
    hasFailed: heard.flatMap(resultsOf).at(-1)?.isError === true,
    self,
    away: hasCome(heard) ? awayOf(messages) : notAway,
    asked:
      heard
        .flatMap(textsOf)
        .map(askedIn)
        .findLast((id) => id !== null) ?? null,
    saidAlready:
      heard
        .flatMap(textsOf)
        .map(draftIn)
        .findLast((draft) => draft !== null) ?? null,
    handover: handoverFor(scenarios, messages, heard, scenario),
  }
}

function find(
  scenarios: readonly Scenario[],
  messages: readonly RequestMessage[],
  heard: readonly RequestMessage[],
  self: Self,
): Found {
  const anchors = errands(messages)
  const newest = anchors[0] ?? { text: "", index: 0 }
  const scenario = scenarioFor(scenarios, newest.text)
  const texts = heard.flatMap(textsOf)
  if (texts.some(isErrand)) return { anchor: newest, ...stepAt(scenario, stepsOf(scenario, newest, messages, self), 0) }
  const notice = mostPressing(texts)
  const answering =
    notice === null ? null : scenarioForNotice(scenarios, notice, texts.findLast((text) => noticeOf(text) === notice) ?? "")
  const answered: Found | null = answering && { anchor: newest, ...stepAt(answering, answering.steps, 0) }
  // Somebody below waits for it: that comes before its own part.
  if (answered !== null && notice === "question") return answered
  const found = underWay(scenarios, messages, anchors, self)
  if (found !== null) return found
  if (answered !== null && !heard.some(hasResults)) return answered
  const asked = texts.findLast((text) => goOn.test(text))
  if (asked !== undefined) {
    const other = scenarioFor(scenarios, asked)
    return { anchor: { text: asked, index: messages.length - 1 }, ...stepAt(other, other.steps, 0) }
  }
  return { anchor: newest, ...stepAt(scenario, stepsOf(scenario, newest, messages, self), assistantsAfter(messages, newest)) }
}

/** The newest errand that has lines left. One that was interrupted is taken up again once the newer ones are through. */
function underWay(
  scenarios: readonly Scenario[],
  messages: readonly RequestMessage[],
  anchors: readonly Anchor[],
  self: Self,
): Found | null {
  let until = messages.length
  let surplus: readonly number[] = []
  for (const [age, anchor] of anchors.entries()) {
    const scenario = scenarioFor(scenarios, anchor.text)
    const steps = stepsOf(scenario, anchor, messages, self)
    const own: number[] = []
    for (let index = anchor.index + 1; index < until; index++) if (messages[index]?.role === "assistant") own.push(index)
    const progress = progressOf(steps, messages, anchor.index, [...own, ...surplus])
    // What never began, or is a fault, is not taken up again: the user has turned to something else.
    const mayGoOn = age === 0 || (progress.step > 0 && steps[progress.step]?.fault === undefined)
    if (mayGoOn && (progress.step < steps.length || scenario.after === "repeat")) {
      return { anchor, ...stepAt(scenario, steps, progress.step), isWaiting: progress.isWaiting }
    }
    surplus = progress.surplus
    until = anchor.index
  }
  return null
}

function stepAt(scenario: Scenario, steps: readonly Step[], stepNumber: number): Chosen {
  return { scenario, step: steps[Math.min(stepNumber, steps.length - 1)] as Step, stepNumber, isWaiting: false }
}

/** Which of its two parts an errand began with does not change when the phase does: a note says what the phase was before. */
function stepsOf(scenario: Scenario, anchor: Anchor, messages: readonly RequestMessage[], self: Self): readonly Step[] {
  if (scenario.inPlanning === undefined) return scenario.steps
  const since = messages.slice(anchor.index + 1).flatMap(textsOf)
  const was = since.map((text) => /^\[Your phase is now \w+\. It was (\w+)\.\]$/u.exec(text)?.[1]).find(Boolean)
  const isPlanning = was === undefined ? self.isPlanning : was === "planning"
  return isPlanning ? scenario.inPlanning : scenario.steps
}

/** What the agent was told to do, newest first. Of several texts in one turn the last counts. */
function errands(messages: readonly RequestMessage[]): readonly Anchor[] {
  const anchors: Anchor[] = []
  for (let index = messages.length - 1; index >= 0 && anchors.length < REMEMBERED_ERRANDS; index--) {
    const message = messages[index] as RequestMessage
    const text = message.role === "user" ? textsOf(message).findLast(isErrand) : undefined
    if (text !== undefined) anchors.push({ text: wordsOf(text) ?? text, index })
  }
  return anchors
}

function isErrand(text: string): boolean {
  return wordsOf(text) !== null && !goOn.test(text)
}

function hasResults({ content }: RequestMessage): boolean {
  return content.some((block) => block.type === "tool_result")
}

function assistantsAfter(messages: readonly RequestMessage[], { index }: Anchor): number {
  return messages.slice(index + 1).filter(({ role }) => role === "assistant").length
}

/** Whoever has said nothing yet has nothing to hand over. */
function handoverFor(
  scenarios: readonly Scenario[],
  messages: readonly RequestMessage[],
  heard: readonly RequestMessage[],
  chosen: Scenario,
): Step | null {
  if (heard.length === messages.length) return null
  const moves = heard
    .flatMap(textsOf)
    .map(noticeOf)
    .filter((notice) => notice === "joined" || notice === "left")
  // Whoever has left again meanwhile would not read it.
  if (moves.at(-1) !== "joined") return null
  const handover = scenarioForNotice(scenarios, "joined", "")
  return handover === chosen ? null : (handover?.steps[0] ?? null)
}

/** Whoever has left again meanwhile does not count. */
function hasCome(heard: readonly RequestMessage[]): boolean {
  const moves = heard
    .flatMap(textsOf)
    .map(noticeOf)
    .filter((notice) => notice === "joined" || notice === "left")
  return moves.at(-1) === "joined"
}
