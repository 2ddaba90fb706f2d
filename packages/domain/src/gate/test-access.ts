// Owns: what the tests of the gate ask with: every value of every axis, and one good input for every capability.
import type { CapabilityName, Json, PermissionProfile, Phase, RunControl } from "@kibitz/contract"
import type { Access } from "./access.ts"

export const phases: readonly Phase[] = ["planning", "execution"]
export const profiles: readonly PermissionProfile[] = ["restricted", "normal", "trusted", "unrestricted"]
export const runControls: readonly RunControl[] = ["autonomous", "assisted", "manual"]

export function access(changes: Partial<Access> = {}): Access {
  return {
    phase: "planning",
    profile: "normal",
    runControl: "autonomous",
    attended: true,
    sandboxed: true,
    planningNetwork: true,
    tainted: false,
    grants: [],
    ...changes,
  }
}

/** All combinations, with these values fixed. */
export function allAccess(fixed: Partial<Access> = {}): Access[] {
  const found: Access[] = []
  const both = [true, false]
  for (const phase of phases)
    for (const profile of profiles)
      for (const runControl of runControls)
        for (const attended of both)
          for (const sandboxed of both)
            for (const planningNetwork of both)
              for (const tainted of both) {
                const one: Access = { phase, profile, runControl, attended, sandboxed, planningNetwork, tainted, grants: [] }
                if (Object.entries(fixed).every(([axis, value]) => one[axis as keyof Access] === value)) found.push(one)
              }
  return found
}

export const inputs: Record<CapabilityName, Json> = {
  read_file: { path: "a.ts" },
  list_directory: { path: "." },
  search_files: { text: "x" },
  glob: { pattern: "src/**/*.ts" },
  write_file: { path: "a.ts", content: "x" },
  edit_file: { path: "a.ts", hash: "h", old: "a", new: "b" },
  bash: { command: "ls" },
  web_fetch: { url: "https://example.org/" },
  web_search: { query: "x" },
  git_status: {},
  git_diff: {},
  git_commit: { message: "m" },
  spawn_agent: { assignment: "x" },
  message_agent: { to: "parent", text: "x" },
  redirect_agent: { agent: "Ed", assignment: "x" },
  dismiss_agent: { agent: "Ed" },
  answer_child: { question: "item_1", dontKnow: true },
  ask_user: { question: "x" },
  knock: { reason: "x" },
  report_progress: { percent: 1 },
  add_commitment: { command: "npm test" },
}
