// Owns: the sentences for everything that can go wrong or be interrupted (ux 6): what happened, what it means, what to do.
import type { ModelFailure, StopReason } from "@kibitz/contract"
import type { Notice } from "@kibitz/domain"
import { formatCount, formatWait, words } from "../../../kernel/ui/numbers.ts"
import { noNetwork, unknownModel, wayBack } from "../../../kernel/words/provider-copy.ts"

export type NoticeAction =
  | "retry"
  | "continue"
  | "go-on"
  | "take-up"
  | "fix-key"
  | "add-key"
  | "connect"
  | "choose-model"
  | "by-mode"
export type NoticeCopy = {
  readonly tone: "quiet" | "waiting" | "failed"
  readonly text: string
  /** The provider's own words, where they help. */
  readonly detail: string | null
  readonly actions: readonly NoticeAction[]
}

export type NoticeFacts = {
  readonly agent: string
  /** Words of the interrupted reply that were kept. */
  readonly words: number
  /** Milliseconds until the next try; zero or less when that is over. */
  readonly waitMs: number
  /** Set by name and still asked for; null: the mode chooses. */
  readonly named: string | null
  /** What the provider offers, when it has told us. */
  readonly models: readonly string[]
  /** The provider is asked without a key. */
  readonly isKeyless: boolean
  /** How many agents are held up by the same, this one among them. */
  readonly agents: number
}

export function noticeCopy(notice: Notice, facts: NoticeFacts): NoticeCopy {
  switch (notice.type) {
    case "stopped":
      return facts.words > 0
        ? quiet(`Stopped by you after ${words(facts.words)}.`, ["go-on", "retry"])
        : quiet("Stopped by you.", ["retry"])
    case "recovered":
      return quiet(`Kibitz was restarted in the middle of this. ${facts.agent} went on.`, [])
    case "delayed":
      return facts.waitMs > 0 ? waiting(notice.failure, facts) : quiet(waited(notice.failure), [])
    case "failed":
      return failed(notice, facts)
  }
}

function waiting(failure: ModelFailure, facts: NoticeFacts): NoticeCopy {
  const { agent, waitMs, words: kept } = facts
  const wait = formatWait(waitMs)
  const copy = (text: string): NoticeCopy => ({ tone: "waiting", text, detail: null, actions: [] })
  switch (failure.kind) {
    case "rate_limited":
      return copy(`The provider asks us to wait ${wait}. ${who(facts, "continues", "continue")} after that.`)
    case "overloaded":
      return copy(`The provider is overloaded${code(failure)}. ${agent} tries again in ${wait}.`)
    case "offline":
      return copy(`${noNetwork} ${who(facts, "tries", "try")} again in ${wait}.`)
    case "cut":
    case "stalled":
      return copy(`${dropped(failure, kept)} ${agent} tries again in ${wait}.`)
    default:
      return copy(`The provider could not answer${code(failure)}. ${agent} tries again in ${wait}.`)
  }
}

function waited(failure: ModelFailure): string {
  switch (failure.kind) {
    case "rate_limited":
      return "Waited as long as the provider asked."
    case "overloaded":
      return `Waited because the provider was overloaded${code(failure)}.`
    case "offline":
      return "Waited for the network."
    case "cut":
      return "The connection dropped; the step was tried again."
    case "stalled":
      return "The model went silent; the step was tried again."
    default:
      return "Waited for the provider."
  }
}

function failed(notice: Extract<Notice, { type: "failed" }>, facts: NoticeFacts): NoticeCopy {
  const { agent, words: kept, isKeyless } = facts
  const { failure, parked } = notice
  const paused = parked ? `${who(facts, "is", "are")} paused, nothing is lost.` : "Nothing is lost."
  const copy = (text: string, actions: readonly NoticeAction[], detail: string | null = null): NoticeCopy => ({
    tone: "failed",
    text,
    detail,
    actions,
  })
  switch (failure.kind) {
    case "auth":
      if (isKeyless) return copy(`The provider wants a key${code(failure)}. ${paused}`, ["add-key", "retry"])
      return copy(`The provider refused this key${code(failure)}. ${paused}`, ["fix-key", "retry"])
    case "model_not_found": {
      const said = [unknownModel(notice.model), ...(facts.models.length > 0 ? [`It offers: ${facts.models.join(", ")}.`] : [])]
      if (facts.named === null || facts.named !== notice.model) return copy(said.join(" "), ["choose-model", "retry"])
      return copy([...said, wayBack].join(" "), ["by-mode", "retry"])
    }
    case "billing":
      return copy(`The provider reports a spending limit${code(failure)}. ${paused}`, ["retry"], failure.message)
    case "rate_limited":
      return copy(`The provider is still asking us to wait${code(failure)}. ${paused}`, ["retry"])
    case "overloaded":
      return copy(`The provider is still overloaded${code(failure)}. ${paused}`, ["retry"])
    case "offline":
      return copy(`${noNetwork} ${paused}`, ["retry"])
    case "cut":
    case "stalled":
      return copy(dropped(failure, kept), kept > 0 ? ["take-up", "retry"] : ["retry"])
    case "too_long":
      return copy("The conversation is longer than the model can read at once. A shorter message may still fit.", ["retry"])
    case "no_model":
      return copy("No model is connected. Rehearsal works without one.", ["connect", "retry"])
    case "empty_reply":
      return copy(`${agent}'s reply was empty. Nothing is lost.`, ["retry"])
    case "invalid_answer":
      return copy(`${agent} gave no valid answer to what Kibitz asked. Nothing is lost.`, [], failure.message)
    case "step_limit":
      return copy(`${agent} took as many steps as one turn may have and was stopped. Nothing is lost.`, ["retry"])
    case "crashed":
      return copy(`Kibitz stopped unexpectedly again and again in the middle of this, so ${agent} was held back.`, ["retry"])
    case "invalid_request":
      return copy(`The provider could not read the request${code(failure)}. ${paused}`, ["retry"], failure.message)
    default:
      return copy(`The model call failed${code(failure)}. ${paused}`, ["retry"], failure.message)
  }
}

/** "Ed continues", "5 agents continue". */
function who({ agent, agents }: NoticeFacts, one: string, many: string): string {
  return agents > 1 ? `${formatCount(agents)} agents ${many}` : `${agent} ${one}`
}

/** What is said to an agent whose reply broke off, so that it goes on from there: its model has not seen what it had written. */
export function takeUpText(draft: string): string {
  const kept = draft.length > KEPT_OF_DRAFT ? `…${draft.slice(-KEPT_OF_DRAFT).toWellFormed()}` : draft
  return `The connection dropped while you wrote. Go on from where it broke off, without repeating it. What came was:\n\n${kept}`
}

const KEPT_OF_DRAFT = 20_000

function dropped(failure: ModelFailure, kept: number): string {
  const what = failure.kind === "stalled" ? "The model went silent" : "The connection dropped"
  if (kept === 0) return `${what} before the first word.`
  return `${what} after ${words(kept)}. ${kept === 1 ? "It is" : "They are"} kept.`
}

function code({ status }: ModelFailure): string {
  return status === null ? "" : ` (${status})`
}

function quiet(text: string, actions: readonly NoticeAction[]): NoticeCopy {
  return { tone: "quiet", text, detail: null, actions }
}

/** How a finished reply ended, when that is worth a word. */
export function stopCopy(reason: StopReason, detail: string | null, agent: string): NoticeCopy | null {
  switch (reason) {
    case "end_turn":
    case "stop_sequence":
    case "tool_use":
    case "pause_turn":
      return null
    case "max_tokens":
      return { tone: "quiet", text: "The reply reached its length limit.", detail: null, actions: ["continue"] }
    case "refusal":
      return {
        tone: "failed",
        text: `The model declined to answer this. Put it differently and send it again.`,
        detail,
        actions: [],
      }
    case "model_context_window_exceeded":
      return {
        tone: "failed",
        text: `The conversation with ${agent} is longer than the model can read at once.`,
        detail,
        actions: [],
      }
    case "unknown":
      return { tone: "quiet", text: "The model stopped for a reason this version of Kibitz does not know.", detail, actions: [] }
  }
}
