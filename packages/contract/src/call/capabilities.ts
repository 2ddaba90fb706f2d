// Owns: the words of the capability catalogue: what may be asked for and with which input. What is allowed is decided in
// domain/gate; who carries it out is in adapters. A name that is not in this table cannot be called at all.
import { z } from "zod"

export const Effect = z.enum(["read", "write", "execute", "network", "spawn", "external"])
export type Effect = z.infer<typeof Effect>
export const PermissionProfile = z.enum(["restricted", "normal", "trusted", "unrestricted"])
export type PermissionProfile = z.infer<typeof PermissionProfile>
/** What may be done with a call whose outcome a crash has hidden (F6). */
export const Idempotency = z.enum(["read", "idempotent", "effect"])
export type Idempotency = z.infer<typeof Idempotency>

export type Capability = {
  readonly effect: Effect
  readonly minimumProfile: PermissionProfile
  /** Its output comes from outside and is fenced as untrusted before a model reads it. */
  readonly external: boolean
  readonly idempotency: Idempotency
  readonly description: string
  readonly input: z.ZodObject
}

const path = z.string().min(1).max(4096)

export const capabilities = {
  read_file: {
    effect: "read",
    minimumProfile: "restricted",
    external: true,
    idempotency: "read",
    description:
      "Reads a text file inside the project folder. Paths are relative to it. Returns numbered lines; long files are cut, use `from` and `lines` to page.",
    input: z.strictObject({
      path: path.describe("File, relative to the project folder"),
      from: z.int().positive().optional().describe("First line, counted from 1"),
      lines: z.int().positive().max(5000).optional().describe("How many lines, 2000 if left out"),
    }),
  },
  list_directory: {
    effect: "read",
    minimumProfile: "restricted",
    external: true,
    idempotency: "read",
    description: "Lists a folder inside the project folder. Folders end in a slash.",
    input: z.strictObject({ path: path.describe("Folder, relative to the project folder; . for the folder itself") }),
  },
} as const satisfies Record<string, Capability>

export type CapabilityName = keyof typeof capabilities
export const CapabilityName = z.enum(Object.keys(capabilities) as [CapabilityName, ...CapabilityName[]])
