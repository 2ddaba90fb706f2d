import { z } from "zod"
import { Grant } from "../gate/state.ts"
import { GrantId } from "../ids.ts"

export const GrantsOfWorld = z.object({ grants: z.record(GrantId, Grant) })
