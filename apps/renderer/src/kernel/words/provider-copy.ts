// Owns: the sentences about a provider that refuses or asks to wait (ux 6).
import type { AttentionItem, ModelFailureKind } from "@kibitz/contract"
import { counted } from "@kibitz/domain"
import { formatWait } from "../ui/numbers.ts"

export const noNetwork = "No network. Agents pause at their next model call. Reading and reviewing still work."

export type ProviderItem = Extract<AttentionItem, { kind: "provider" }>

export function providerHeading(failure: ModelFailureKind): string {
  switch (failure) {
    case "rate_limited":
      return "The provider asks us to wait"
    case "billing":
      return "The provider stopped for money"
    case "auth":
      return "The provider refused the key"
    case "no_model":
      return "No model is connected"
    case "model_not_found":
      return "The provider does not know the model"
    case "offline":
      return "No network"
    default:
      return "The provider refuses"
  }
}

/** Over a card that says the rest in its sentence. */
export function providerTitle(failure: ModelFailureKind): string {
  switch (failure) {
    case "rate_limited":
      return "Usage limit"
    case "billing":
      return "Spending limit"
    case "auth":
      return "Key refused"
    case "no_model":
      return "No model"
    case "model_not_found":
      return "Unknown model"
    case "offline":
      return "Offline"
    default:
      return "Provider"
  }
}

/** Of one that was written before names were kept, only that it was unknown. */
export function unknownModel(model: string | undefined): string {
  return model === undefined ? "The provider does not know the model." : `The provider does not know the model “${model}”.`
}

/** One that was set by name holds whatever the mode is. */
export const wayBack = "It was set by name; /model auto goes back to what the mode chooses."

type Said = Pick<ProviderItem, "failure" | "message" | "model" | "wakes" | "until" | "status">

/** `held`: how many it stops. `leftMs`: how long a wait still lasts. */
export function providerSentence(said: Said, held: number, leftMs: number): string {
  const { failure, message, model, wakes, until, status = null } = said
  const who = counted(held, "agent")
  if (failure === "offline") {
    const next = until === null ? "" : ` Kibitz tries again ${leftMs > 0 ? `in ${formatWait(leftMs)}` : "now"}.`
    return `${noNetwork}${next}`
  }
  if (until !== null) {
    const wait = leftMs > 0 ? `The provider asks us to wait ${formatWait(leftMs)}.` : "The wait is over."
    if (wakes) return `${wait} ${who} ${held === 1 ? "continues" : "continue"} after that.`
    return `${wait} ${who} ${held === 1 ? "stays" : "stay"} paused after that, until you let them go on.`
  }
  const paused = `${who} ${held === 1 ? "is" : "are"} paused, nothing is lost.`
  switch (failure) {
    case "auth":
      return `The provider refused this key${status === null ? "" : ` (${status})`}. ${paused}`
    case "no_model":
      return "No model is connected. Rehearsal works without one."
    case "model_not_found":
      return `${unknownModel(model)} ${paused}`
    default:
      return `${asSentence(message)} ${paused}`
  }
}

/** A provider's own words may end without a mark. */
export function asSentence(text: string): string {
  const trimmed = text.trim()
  return trimmed === "" || /[.!?…]$/.test(trimmed) ? trimmed : `${trimmed}.`
}

/** The way to what mends it. */
export function providerRemedy(failure: ModelFailureKind): string {
  if (failure === "no_model") return "Connect a model"
  return failure === "auth" ? "Fix key" : "Open model settings"
}
