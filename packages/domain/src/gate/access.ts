// Owns: everything the gate may know about the one who asks. What a model says about itself (style, work mode) is not here and so
// cannot become a reason (AXS-2).
import type { Grant, Json, PermissionProfile, Phase, RunControl } from "@kibitz/contract"

export type Access = {
  readonly phase: Phase
  readonly profile: PermissionProfile
  readonly runControl: RunControl
  /** Somebody is connected who could be asked. */
  readonly attended: boolean
  /** Whether a sandbox was proven to hold. */
  readonly sandboxed: boolean
  /** Whether planning may use the web. */
  readonly planningNetwork: boolean
  /** It has read text from the network since the user last spoke to it (T15). */
  readonly tainted: boolean
  /** What the brief of its turn lets it call at all; null or left out: everything. Never more than the other rules allow. */
  readonly tools?: readonly string[] | null
  /** Those that hold for this agent now: not expired, not used up. */
  readonly grants: readonly Grant[]
}

/** Most restrictive in everything: what an unknown value falls back to (AXS-4). */
export const leastAccess: Access = {
  phase: "planning",
  profile: "restricted",
  runControl: "manual",
  attended: false,
  sandboxed: false,
  planningNetwork: false,
  tainted: true,
  grants: [],
}

export type Question = {
  readonly capability: string
  readonly input: Json
  readonly access: Access
  /** Absolute path of the project folder, so that an absolute path inside it is not taken for one outside. */
  readonly workspace?: string
}
