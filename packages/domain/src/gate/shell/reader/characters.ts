// Owns: what single characters of a command say about it.
import { hasControls, hasInvisible } from "../../../kernel/visible.ts"
import type { Finding } from "../types.ts"

/** Characters that a shell, a screen or another parser sees differently (T5, T21). */
export function characterFindings(text: string): Finding[] {
  const findings: Finding[] = []
  if (text.includes("\0"))
    findings.push({ class: "forbidden", rule: "nul", because: "contains a NUL character, which ends the text for some programs" })
  if (hasControls(text)) findings.push({ class: "unknown", rule: "control-character", because: "contains control characters" })
  if (hasInvisible(text)) {
    findings.push({
      class: "unknown",
      rule: "hidden-character",
      because: "contains characters that do not show or reorder what is shown",
    })
  }
  if (/\$\{?[#!]?IFS\b/.test(text))
    findings.push({ class: "unknown", rule: "word-splitting", because: "uses $IFS to hide where words begin" })
  return findings
}
