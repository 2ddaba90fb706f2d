import { z } from "zod"

/** Money in US dollars: its own, that of all below it, and the limit for both together. */
export const CostOfAgent = z.object({
  spentUsd: z.number().nonnegative(),
  spentBelowUsd: z.number().nonnegative(),
  limitUsd: z.number().nullable(),
  /** What those below it have been promised and not yet spent; kept up on the way to the root, never counted again. */
  promisedUsd: z.number(),
})
export const nothingSpent: z.infer<typeof CostOfAgent> = { spentUsd: 0, spentBelowUsd: 0, limitUsd: null, promisedUsd: 0 }
