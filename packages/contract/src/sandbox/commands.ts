import { z } from "zod"
import { SandboxStatus } from "../gate/state.ts"

/** Looks again whether commands can be confined: after installing bubblewrap, for instance. */
export const ProbeSandbox = z.strictObject({ type: z.literal("sandbox.probe") })
/** Internal. */
export const RecordSandbox = z.strictObject({ type: z.literal("sandbox.record"), status: SandboxStatus })

export const sandboxCommands = {
  host: [ProbeSandbox],
  internal: [RecordSandbox],
} as const
