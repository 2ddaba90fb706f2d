// Owns: a remembered approval in words: what it covers, for whom, how often and how long still.
import type { Grant, World } from "@kibitz/contract"
import { fromInstant } from "@kibitz/contract"
import { showPattern } from "@kibitz/domain"
import { visibleText } from "../markdown/visible.ts"
import { formatWait } from "../ui/numbers.ts"
import { nameOf } from "./agent-names.ts"

export function grantPattern({ pattern }: Grant): { readonly verb: string; readonly text: string } {
  const verb = pattern.kind === "command" ? "run" : pattern.kind === "capability" ? "any" : pattern.capability
  return { verb, text: visibleText(showPattern(pattern)) }
}

export function grantReach(grant: Grant, world: World): string {
  const name = nameOf(world, grant.agentId)
  switch (grant.scope) {
    case "session":
      return `${name}, until Kibitz is closed`
    case "lease":
      return `${name} and all below`
    case "rule":
      return "everybody in this project"
  }
}

export function grantLeft({ remaining, expiresAt }: Grant, now: Temporal.Instant): string {
  const uses = remaining === null ? "" : remaining === 1 ? "1 use left" : `${remaining} uses left`
  if (expiresAt === null) return uses
  const ms = fromInstant(expiresAt).epochMilliseconds - now.epochMilliseconds
  const time = ms > 0 ? `${formatWait(ms)} left` : "expired"
  return uses === "" ? time : `${uses}, ${time}`
}
