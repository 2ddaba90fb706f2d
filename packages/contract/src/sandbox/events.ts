import { z } from "zod"
import { SandboxStatus } from "../gate/state.ts"

export const SandboxRecorded = z.object({ type: z.literal("sandbox.recorded"), status: SandboxStatus })

export const sandboxEvents = [SandboxRecorded] as const
