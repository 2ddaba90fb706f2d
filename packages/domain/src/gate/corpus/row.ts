// Owns: the shape of the corpus: one row says what the gate answers to one command in one posture, and why.
import type { PermissionProfile, Phase, Verdict } from "@kibitz/contract"
import type { LeafClass } from "../shell/types.ts"

/** `why`: the rule that decides, or a part of the reason given. */
export type Row = readonly [command: string, phase: Phase, profile: PermissionProfile, effect: Verdict["effect"], why: string]

type Answer = readonly [profile: PermissionProfile, effect: Verdict["effect"], why: string]

/** What a class means at the profile that just allows it and at the one below. */
const answers: Record<LeafClass, readonly Answer[]> = {
  read: [["restricted", "allow", "execution-read"]],
  edit: [
    ["restricted", "ask", "profile"],
    ["normal", "allow", "execution-edit"],
  ],
  build: [
    ["normal", "ask", "profile"],
    ["trusted", "allow", "execution-build"],
  ],
  any: [
    ["trusted", "ask", "profile"],
    ["unrestricted", "allow", "execution-any"],
  ],
  unknown: [["unrestricted", "ask", "unknown"]],
  destructive: [["unrestricted", "ask", "destructive"]],
  forbidden: [["unrestricted", "deny", "refused whatever the profile"]],
}

/** Rows for commands of one class; `why` narrows the reason of the strictest answer. */
export function rows(leafClass: LeafClass, commands: readonly string[], why?: string): Row[] {
  return commands.flatMap((command) =>
    answers[leafClass].map(
      ([profile, effect, reason], index): Row => [command, "execution", profile, effect, index === 0 && why ? why : reason],
    ),
  )
}
