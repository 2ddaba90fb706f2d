import { z } from "zod"
import { SandboxStatus } from "../gate/state.ts"

export const SandboxOfWorld = z.object({ sandbox: SandboxStatus })
