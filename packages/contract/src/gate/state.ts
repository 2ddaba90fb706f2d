// Owns: what the user has allowed beyond a profile, and what the machine can confine. Patterns are data, compared word by word with a
// parsed action, never run as an expression.
import { z } from "zod"
import { AgentId, GrantId, WorkspaceId } from "../ids.ts"
import { Instant } from "../time.ts"

export const GrantPattern = z.discriminatedUnion("kind", [
  /** One simple command: these words first, and with `rest` any words after them. No redirection, no variables, no second command. */
  z.strictObject({
    kind: z.literal("command"),
    words: z.array(z.string().min(1).max(500)).min(1).max(64),
    rest: z.boolean(),
  }),
  /** A capability on a path: a file, or with a trailing slash everything below a folder. */
  z.strictObject({ kind: z.literal("path"), capability: z.string().max(64), path: z.string().min(1).max(4096) }),
  z.strictObject({ kind: z.literal("host"), capability: z.string().max(64), host: z.string().min(1).max(253) }),
  z.strictObject({ kind: z.literal("capability"), capability: z.string().max(64) }),
])
export type GrantPattern = z.infer<typeof GrantPattern>

export const Grant = z.object({
  id: GrantId,
  /** session: this agent, until the app is closed. lease: this agent and all below it in the same workspace, so often and so long. rule: the project, in every workspace. */
  scope: z.enum(["session", "lease", "rule"]),
  /** For `rule`: who asked. */
  agentId: AgentId,
  pattern: GrantPattern,
  /** Uses left; null = not counted. */
  remaining: z.int().nonnegative().nullable(),
  expiresAt: Instant.nullable(),
  givenAt: Instant,
  /** Where it was given; left out: in the project's own folder. */
  workspaceId: WorkspaceId.optional(),
})
export type Grant = z.infer<typeof Grant>

export const SandboxStatus = z.object({
  /** on: every command runs inside, proven by a probe. off: there is none; `because` says why and `remedy` what to do. */
  state: z.enum(["unknown", "on", "off"]),
  /** bubblewrap 0.8.0, seatbelt */
  name: z.string(),
  because: z.string(),
  remedy: z.string(),
})
export type SandboxStatus = z.infer<typeof SandboxStatus>

export const unknownSandbox: SandboxStatus = { state: "unknown", name: "", because: "It has not been probed yet.", remedy: "" }

/** What a run may reach. Decided by the gate, enforced by the sandbox. */
export const Confinement = z.object({
  write: z.boolean(),
  network: z.boolean(),
  /** May change files that make programs run or tell agents what to do (T12). Left out: it may not, whatever way leads to them. */
  sensitive: z.boolean().optional(),
})
export type Confinement = z.infer<typeof Confinement>
