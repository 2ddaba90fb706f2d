// Owns: the words of a scenario file: when it is played and what each step says. Does not own: choosing (choose.ts), playing (play.ts).
import { z } from "zod"
import { Notice } from "./notices.ts"

/** One text, or its lines: long prose stays readable in JSON. */
const Text = z
  .union([z.string().min(1), z.array(z.string()).min(1)])
  .transform((text) => (typeof text === "string" ? text : text.join("\n")))

const Pattern = z
  .string()
  .min(1)
  .check((context) => {
    try {
      new RegExp(context.value, "iu")
    } catch (cause) {
      context.issues.push({
        code: "custom",
        input: context.value,
        message: `not a regular expression: ${(cause as Error).message}`,
      })
    }
  })

/** Not looked into: it has come out of a JSON file already, and looking would double the time a start takes. */
const AnyObject = z.record(z.string(), z.unknown())

/**
 * Every word occurs in the user's text, or the pattern is found in it; case never matters. A notice of Kibitz is answered only where the
 * part that is played has no line left; with a pattern, only one whose text it is found in.
 */
const When = z.union([
  z.strictObject({ words: z.array(z.string().regex(/^\S+$/u, "one word each, without spaces")).min(1) }),
  z.strictObject({ pattern: Pattern }),
  z.strictObject({ notice: Notice, pattern: Pattern.optional() }),
])
export type When = z.infer<typeof When>

/** A number, or what a group of the pattern caught: {{match.1:40}}, with the number to take when it caught nothing. */
const Caught = z.string().regex(/^\{\{match\.\d:\d+\}\}$/u, "a number, or {{match.N:number}}")
const Amount = z.union([z.int().positive(), Caught])
export type Amount = z.infer<typeof Amount>

const Pace = z.strictObject({
  /** null: as fast as it goes. */
  tokensPerSecond: z.union([z.number().positive().max(100_000).nullable(), Caught]),
  firstTokenMs: z.number().nonnegative().max(600_000),
  /** Load is what it says: the pace of the server neither stretches nor shortens it. */
  steady: z.literal(true).optional(),
})
export type Pace = { readonly tokensPerSecond: number | null; readonly firstTokenMs: number; readonly steady: boolean }

const Assignment = z.string().min(1)

const Block = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("text"), text: Text }),
  z.strictObject({ type: z.literal("thinking"), text: Text }),
  z.strictObject({ type: z.literal("redacted_thinking"), data: z.string().min(1) }),
  z.strictObject({
    type: z.literal("tool_use"),
    name: z.string().regex(/^[a-zA-Z0-9_-]{1,128}$/, "letters, digits, _ and - only"),
    input: AnyObject,
    /** Called although the request offers no such tool, as a model that makes things up would (T27). */
    invented: z.literal(true).optional(),
  }),
  /** So many tokens of prose about nothing, for load. `times` makes seconds out of a rate. */
  z.strictObject({ type: z.literal("stream"), tokens: Amount, times: z.int().positive().default(1) }),
  /**
   * Calls of spawn_agent for a whole tree of so many agents, the caller included: the caller starts its share, and whoever leads others gets
   * an assignment that makes it do the same. {{spread.agents}} and {{spread.number}} stand for the size of a part and its place in the tree.
   */
  z.strictObject({
    type: z.literal("spread"),
    agents: Amount,
    number: Amount,
    lead: Assignment,
    /** The first whose `every` divides the place in the tree. */
    members: z.array(z.strictObject({ every: z.int().positive(), assignment: Assignment })).min(1),
  }),
  /** A block as the provider would send it, for kinds no client knows yet. */
  z.strictObject({ type: z.literal("raw"), value: z.looseObject({ type: z.string().min(1) }) }),
])
export type Block = z.infer<typeof Block>

const ErrorType = z.enum([
  "invalid_request_error",
  "authentication_error",
  "billing_error",
  "permission_error",
  "not_found_error",
  "request_too_large",
  "rate_limit_error",
  "timeout_error",
  "api_error",
  "overloaded_error",
])
export type ErrorType = z.infer<typeof ErrorType>

/** Left out: every attempt. n: the first n attempts of one and the same history, after which the step is played. */
const times = z.int().positive().optional()
const afterTokens = z.int().nonnegative().default(0)

const Fault = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("http"),
    status: z.int().min(400).max(599),
    error: ErrorType,
    message: z.string().min(1),
    errorCode: z.string().min(1).optional(),
    retryAfterSeconds: z.number().nonnegative().optional(),
    times,
  }),
  /** An `error` event inside a stream that began with 200. */
  z.strictObject({ type: z.literal("stream-error"), error: ErrorType, message: z.string().min(1), afterTokens, times }),
  /** reset: the socket is destroyed. end: the stream ends as if complete, without message_stop. */
  z.strictObject({ type: z.literal("cut"), how: z.enum(["reset", "end"]), afterTokens, times }),
  /** The connection stays open and nothing more comes. */
  z.strictObject({ type: z.literal("stall"), afterTokens, times }),
  /** What a captive portal does: 200 and a page. */
  z.strictObject({ type: z.literal("html"), times }),
])
export type Fault = z.infer<typeof Fault>

const said = {
  blocks: z.array(Block),
  /** Left out: tool_use when a tool is called, end_turn otherwise. Any word may stand here, known or not. */
  stop: z.string().min(1).optional(),
  stopDetails: AnyObject.optional(),
  /** Runs out of tokens here, even if the request would allow more. */
  maxTokens: z.int().positive().optional(),
}

const Step = z.strictObject({
  ...said,
  /** Played instead when the last tool result is an error. */
  onError: z.strictObject(said).optional(),
  /** Played instead, and the step kept for later, until all agents it has started have reported an end. */
  meanwhile: z.strictObject(said).optional(),
  fault: Fault.optional(),
  pace: Pace.partial().optional(),
})
export type Step = z.infer<typeof Step>

export const Scenario = z.strictObject({
  name: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "lower case words joined by -"),
  /** For the person who reads the file: what it shows. */
  about: z.string().min(1),
  /** Lower is asked first; equal ones in the order of their file names. */
  order: z.int(),
  /** Any of these. "otherwise" marks the one scenario that answers everything else. */
  when: z.union([z.literal("otherwise"), z.array(When).min(1)]),
  pace: Pace.default({ tokensPerSecond: 75, firstTokenMs: 180 }),
  /** One per assistant message since the user spoke. */
  steps: z.array(Step).min(1),
  /** Played instead by one who is planning. */
  inPlanning: z.array(Step).min(1).optional(),
  /** What a notice of Kibitz gets when the steps are through: the scenario for that notice, or the last step again and again. */
  after: z.enum(["rest", "repeat"]).default("rest"),
})
export type Scenario = z.infer<typeof Scenario>
