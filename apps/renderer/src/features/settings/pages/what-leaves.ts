// Owns: the sentences about what leaves this computer, from what is set right now.
import type { Connection, Settings } from "@kibitz/contract"

export function whatLeaves(settings: Settings, { using }: Pick<Connection, "using">): readonly string[] {
  const model =
    using === "rehearsal"
      ? "Nothing goes to a model: the built-in rehearsal model answers on this computer."
      : `What you and the agents write, and what tools give back to them, goes to ${settings.baseUrl === null ? "Anthropic" : hostOf(settings.baseUrl)}, with your key.`
  const search =
    settings.searchAddress === null
      ? "Web searches: none, no search address is set."
      : `Web searches go to ${hostOf(settings.searchAddress)}.`
  return [
    model,
    search,
    "Pages that agents open, and commands you let them run with the network, reach whom they name; each is in the audit log.",
    "Kibitz itself sends nothing: no usage figures, no crash reports, no check for updates.",
  ]
}

function hostOf(address: string): string {
  return URL.parse(address)?.host ?? address
}
