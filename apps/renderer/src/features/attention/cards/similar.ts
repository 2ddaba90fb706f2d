// Owns: what "approve similar" would store, from what is chosen and typed: the literal pattern and how far it reaches (card law 6).
import type { AgentId, ClientCommandInput, GrantPattern } from "@kibitz/contract"
import { parsePattern } from "@kibitz/domain"

export type Scope = "session" | "lease" | "rule"
export type Decision = Extract<ClientCommandInput, { type: "approval.answer" }>["decision"]
export type Wish = {
  readonly scope: Scope
  readonly text: string
  readonly capability: string
  readonly agentId: AgentId
  readonly uses: string
  readonly minutes: string
}

const LIMITS = { uses: 1000, minutes: 7 * 24 * 60 } as const

export function decisionFor(wish: Wish): Decision | { readonly problem: string } {
  const pattern: GrantPattern | null = parsePattern(wish.text, wish.capability)
  if (!pattern) return { problem: patternProblem(wish.capability) }
  if (wish.scope !== "lease") return { kind: wish.scope, pattern }
  const uses = whole(wish.uses, LIMITS.uses)
  const minutes = whole(wish.minutes, LIMITS.minutes)
  if (uses === null) return { problem: `Say how often, from 1 to ${LIMITS.uses}.` }
  if (minutes === null) return { problem: `Say for how many minutes, from 1 to ${LIMITS.minutes}.` }
  return { kind: "lease", pattern, agentId: wish.agentId, uses, minutes }
}

function patternProblem(capability: string): string {
  if (capability === "bash")
    return "One plain command, with <any> at the end if more words may follow. Nothing joined or redirected."
  if (capability.startsWith("web_")) return `A host such as docs.example.org, or ${capability} for all of them.`
  return `A path inside the project, with a slash at the end for everything below it, or ${capability} for all of them.`
}

function whole(text: string, most: number): number | null {
  const number = /^\s*\d{1,6}\s*$/.test(text) ? Number(text) : Number.NaN
  return Number.isInteger(number) && number >= 1 && number <= most ? number : null
}
