// Owns: the sentences about how the app reaches a model.
import type { Connection, ModelFailure } from "@kibitz/contract"

/** A provider of the user's own, at an address that may need no key. The rehearsal model is never asked for one. */
export function isAskedWithoutKey({ using, keySource }: Connection): boolean {
  return using === "provider" && keySource === "none"
}

export function keyCopy({ using, keySource, keyHint }: Connection): string {
  const hint = keyHint === null ? "" : ` ending in ${keyHint}`
  const answers = using === "rehearsal" ? " The rehearsal model answers." : ""
  switch (keySource) {
    case "none":
      return using === "rehearsal"
        ? "No model is connected. The built-in rehearsal model answers; nothing leaves this computer."
        : "The provider is asked without a key."
    case "environment":
      return `The key${hint} comes from ANTHROPIC_API_KEY.${answers}`
    case "keychain":
      return `The key${hint} is in your system keychain.${answers}`
    case "plain-file":
      return `The key${hint} is kept as plain text in Kibitz’s data folder.${answers}`
  }
}

export function checkCopy(check: NonNullable<Connection["check"]>, isKeyless: boolean): string {
  switch (check.result) {
    case "running":
      return "Checking…"
    case "ok":
      return check.models.length === 1
        ? "Works. The provider offers 1 model."
        : `Works. The provider offers ${check.models.length} models.`
    case "failed":
      return failureCopy(check.failure, isKeyless)
  }
}

function failureCopy({ kind, status, message }: ModelFailure, isKeyless: boolean): string {
  const code = status === null ? "" : ` (${status})`
  switch (kind) {
    case "auth":
      if (isKeyless) return `The provider wants a key${code}. Add one, or check the provider address.`
      return `The provider refused this key${code}. Copy it again, or make a new one.`
    case "offline":
      return "No connection to the provider. Check the network and the provider address."
    case "rate_limited":
      return `The provider asks us to wait${code}. ${isKeyless ? "The address works" : "The key works"}; try again in a minute.`
    case "overloaded":
      return `The provider is overloaded${code}. Try again in a minute.`
    case "billing":
      return `The provider reports a spending limit${code}.`
    case "model_not_found":
      return `The provider does not know one of the models below${code}.`
    default:
      return `The check failed${code}: ${message}`
  }
}
