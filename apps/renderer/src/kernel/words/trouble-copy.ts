// Owns: the sentences about a sandbox that is not there and a log that does not hold.
import type { SandboxStatus, World } from "@kibitz/contract"

/** Some reasons are written to stand behind a colon. */
export function sentence(text: string): string {
  const trimmed = text.trim()
  if (trimmed === "") return ""
  return `${trimmed.charAt(0).toUpperCase()}${trimmed.slice(1)}${/[.!?…]$/.test(trimmed) ? "" : "."}`
}

export const LOOKING = "Looking for a sandbox…"

export function sandboxWords({ state, name }: SandboxStatus): string {
  if (state === "unknown") return LOOKING
  return sentence(
    `${state === "on" ? "Every command runs inside the sandbox" : "Commands cannot be confined here"}${inBrackets(name)}`,
  )
}

export function sandboxHint(sandbox: SandboxStatus): string {
  if (sandbox.state === "on") return `Commands are confined by ${sandbox.name}`
  if (sandbox.state === "unknown") return "Kibitz is finding out whether commands can be confined here"
  return `${sentence(sandbox.because)} ${sentence(sandbox.remedy)}`.trim()
}

function inBrackets(name: string): string {
  return name === "" ? "" : ` (${name})`
}

/** Null for a log that holds, or that nobody has checked yet. */
export function auditTrouble(audit: World["audit"]): string | null {
  return audit === null || audit.ok ? null : sentence(`The audit log is damaged: ${audit.problem}`)
}

export const auditRemedy =
  "Export it now and keep the copy, compare it with a backup of Kibitz’s data folder, and find out who else writes there. Work goes on, and what happens from now on is recorded."
