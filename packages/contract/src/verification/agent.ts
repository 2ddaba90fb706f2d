import { z } from "zod"
import { Commitment, VerificationReport } from "./state.ts"

export const VerificationOfAgent = z.object({
  /** How the last verification went. */
  verification: VerificationReport.nullable(),
  commitments: z.array(Commitment),
})
export const nothingVerified: z.infer<typeof VerificationOfAgent> = { verification: null, commitments: [] }
