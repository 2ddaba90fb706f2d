// Owns: whether something the user has granted covers an action. A pattern is compared word by word with a command that was parsed; it is
// never an expression. It covers one plain command, nothing glued to it.
import type { Grant, GrantPattern, Json } from "@kibitz/contract"
import { hostOf, urlOf } from "./address.ts"
import { commandOf, textField } from "./fields.ts"
import { isSensitive } from "./guarded/sensitive.ts"
import { readCommand } from "./shell/reader/read-command.ts"
import { type Leaf, strictness } from "./shell/types.ts"
import { normal } from "./shell/where.ts"

export function patternMatches(pattern: GrantPattern, capability: string, input: Json, workspace?: string): boolean {
  if (pattern.kind === "command") {
    const command = capability === "bash" ? commandOf(input) : null
    if (command === null) return false
    const reading = readCommand(command, workspace)
    if (strictness(reading.class) > strictness("any")) return false
    const effective = reading.leaves.filter((leaf) => leaf.class !== "read")
    return (effective.length > 0 ? effective : reading.leaves).every((leaf) => leafMatches(pattern, leaf))
  }
  if (pattern.capability !== capability || capability === "bash") return false
  switch (pattern.kind) {
    case "path":
      return pathMatches(pattern.path, textField(input, "path"))
    case "host":
      return pattern.host !== "" && hostOf(urlOf(input) ?? "") === pattern.host.toLowerCase()
    case "capability": {
      const path = textField(input, "path")
      return path === null || !isSensitive(path)
    }
  }
}

/** A folder never covers the files in it that run or instruct: those are granted one by one. */
function pathMatches(granted: string, path: string | null): boolean {
  const wanted = path === null ? null : normal(path.replaceAll("\\", "/"))
  if (wanted === null) return false
  if (!granted.endsWith("/")) return wanted === granted
  return wanted.startsWith(granted) && wanted.length > granted.length && !isSensitive(wanted)
}

function leafMatches(pattern: GrantPattern, leaf: Leaf): boolean {
  if (pattern.kind !== "command" || !leaf.simple || !leaf.words) return false
  const { words, rest } = pattern
  // As with folders: what runs or instructs later is granted by its name, not by "<any>" (T12).
  if (leaf.sensitive && rest) return false
  if (rest ? leaf.words.length < words.length : leaf.words.length !== words.length) return false
  return words.every((word, index) => leaf.words?.[index] === word)
}

/** One grant has to cover all of them, so that its uses can be counted. */
export function grantForLeaves(grants: readonly Grant[], leaves: readonly Leaf[]): Grant | null {
  return (
    grants.find((grant) => usable(grant) && leaves.length > 0 && leaves.every((leaf) => leafMatches(grant.pattern, leaf))) ?? null
  )
}

export function coveringGrant(grants: readonly Grant[], capability: string, input: Json): Grant | null {
  return grants.find((grant) => usable(grant) && patternMatches(grant.pattern, capability, input)) ?? null
}

function usable(grant: Grant): boolean {
  return grant.remaining === null || grant.remaining > 0
}
