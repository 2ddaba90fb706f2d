// Owns: what decides whether "done" is true (OPM-8, VER-1): commands that Kibitz runs, never the agent.
import { z } from "zod"
import { CallId } from "../ids.ts"
import { Instant } from "../time.ts"

/** A check that every task of the project has to pass. */
export const QualityCommand = z.strictObject({
  name: z.string().trim().min(1).max(60),
  command: z.string().trim().min(1).max(4000),
  /** One that is not required is run and told about, and holds nothing up. */
  required: z.boolean().default(true),
  order: z.int().default(0),
  timeoutSeconds: z.int().positive().max(3600).default(300),
})
export type QualityCommand = z.infer<typeof QualityCommand>

export const Check = z.object({
  /** The call that runs it. */
  callId: CallId,
  name: z.string(),
  command: z.string(),
  required: z.boolean(),
  source: z.enum(["commitment", "quality"]),
})
export type Check = z.infer<typeof Check>

/** What a verification is asked with. */
export const VerificationInput = z.object({
  checks: z.array(Check),
  /** What the agent said last: what is reported when it holds. */
  said: z.string(),
})
export type VerificationInput = z.infer<typeof VerificationInput>

export const CheckOutcome = z.object({
  name: z.string(),
  command: z.string(),
  required: z.boolean(),
  /** not-run: the gate or the user said no, or it was stopped. */
  result: z.enum(["passed", "failed", "not-run"]),
  /** The end of its output, or why it was not run. */
  detail: z.string(),
})
export type CheckOutcome = z.infer<typeof CheckOutcome>

export const VerificationReport = z.object({ at: Instant, passed: z.boolean(), checks: z.array(CheckOutcome) })
export type VerificationReport = z.infer<typeof VerificationReport>

/** A command that must pass before the agent's work counts as done (VER-1). */
export const Commitment = z.object({ callId: CallId, command: z.string(), timeoutSeconds: z.int().positive() })
export type Commitment = z.infer<typeof Commitment>
