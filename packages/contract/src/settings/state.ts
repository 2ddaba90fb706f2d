import { z } from "zod"
import { ModelMode, PostureDefaults } from "../posture/state.ts"
import { QualityCommand } from "../verification/state.ts"

export const ModelName = z.string().trim().min(1).max(200)

export const Theme = z.enum(["system", "light", "dark"])
export type Theme = z.infer<typeof Theme>

/** Only plain http on loopback or https anywhere: a key must not cross a network in the clear. */
export const BaseUrl = z.url({ protocol: /^https?$/ }).refine((text) => {
  // zod asks this also of what it has already found not to be an address.
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  const loopback = url.hostname === "localhost" || url.hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(url.hostname)
  return (url.protocol === "https:" || loopback) && url.username === "" && url.password === ""
}, "use https, or http on this computer only, without a name or password in the address")

/** US dollars per million tokens. What a cache read costs is a tenth of the input price, a cache write five quarters. */
export const Price = z.strictObject({ input: z.number().nonnegative(), output: z.number().nonnegative() })
export type Price = z.infer<typeof Price>

/** How far perseverance may go (OPM-6, T25). */
export const Limits = z.strictObject({
  /** Of the tree. */
  depth: z.int().min(1).max(64),
  children: z.int().min(1).max(1000),
  /** Requests to the provider at the same time, over all agents. */
  requests: z.int().min(1).max(1000),
  /** Continuations of one assignment, and minutes of work on it. */
  iterations: z.int().min(1).max(10_000),
  workingMinutes: z
    .int()
    .min(1)
    .max(7 * 24 * 60),
  /** After a stop; doubled for each continuation without progress up to `longestDelayMs`. */
  continuationDelayMs: z.int().min(0).max(3_600_000),
  longestDelayMs: z.int().min(0).max(3_600_000),
  /** Continuations without progress after which it counts as stuck. */
  idleContinuations: z.int().min(1).max(100),
  /** Starts after a failure. */
  restarts: z.int().min(0).max(100),
  /** How long an agent above has to answer a question before it climbs on. */
  parentSeconds: z.int().min(1).max(3600),
})
export type Limits = z.infer<typeof Limits>

const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "a time of day like 22:00")
/** When and how the user is reached outside of the app (ux 2.8). */
export const AttentionPolicy = z.strictObject({
  /** What makes a notice of the system. Without being asked for: what stops the line or waits for you, and stops of those you are with. */
  notify: z.strictObject({
    stopTheLine: z.boolean(),
    blockedOnYou: z.boolean(),
    stuck: z.boolean(),
    /** One you are with has stopped. */
    yourTurn: z.boolean(),
    /** One that is alone knocks, or has done a unit and waits for a look. */
    knocks: z.boolean().default(false),
    toReview: z.boolean(),
  }),
  coalesceMs: z.int().min(0).max(600_000),
  perAgentMs: z.int().min(0).max(3_600_000),
  /** More than so many in an hour become one digest. */
  perHour: z.int().min(1).max(1000),
  hideContent: z.boolean(),
  sound: z.boolean(),
  quietHours: z.strictObject({ on: z.boolean(), from: TimeOfDay, to: TimeOfDay, letStopTheLineThrough: z.boolean() }),
  leaveWhenLocked: z.boolean(),
  /** Who may knock at all; single agents can be kept from it in any case. */
  knock: z.enum(["everyone", "nobody"]),
  afterAnswer: z.enum(["stay", "next"]),
})
export type AttentionPolicy = z.infer<typeof AttentionPolicy>

export const Settings = z.object({
  models: z.object({ fast: ModelName, smart: ModelName, deep: ModelName }),
  modelMode: ModelMode,
  baseUrl: BaseUrl.nullable(),
  /** Per model name; one that is not listed is counted like the dearest. An estimate: the provider's bill decides. */
  prices: z.record(ModelName, Price),
  defaults: PostureDefaults,
  /** Whether planning agents may use the web. */
  planningNetwork: z.boolean(),
  /** Where web_search asks: an endpoint that answers like SearXNG. null = there is none. */
  searchAddress: BaseUrl.nullable(),
  /** An approval nobody answers is denied after so long. */
  approvalMinutes: z
    .int()
    .min(1)
    .max(30 * 24 * 60),
  limits: Limits,
  /** The tag around a signal: <chorus>COMPLETE</chorus> (SIG-1). */
  completionSignal: z.string().regex(/^[a-z][a-z0-9-]{0,30}$/, "a tag name: small letters, digits and -"),
  qualityCommands: z.array(QualityCommand).max(50),
  attention: AttentionPolicy,
  /** Those who wait for a usage limit go on by themselves when it is over. */
  wakeAfterLimit: z.boolean(),
  /** The word an agent shows while it works: a new one for each spell, one per assignment, or none. */
  cogitation: z.strictObject({ show: z.enum(["spell", "assignment", "off"]), earthy: z.boolean() }),
  /** Stay with the rehearsal model although a key is there. */
  rehearse: z.boolean(),
  theme: Theme,
  textSize: z.int().min(80).max(200),
})
export type Settings = z.infer<typeof Settings>

export const SettingsPatch = z
  .strictObject({
    models: z.strictObject({ fast: ModelName, smart: ModelName, deep: ModelName }).partial(),
    modelMode: ModelMode,
    baseUrl: BaseUrl.nullable(),
    prices: z.record(ModelName, Price),
    defaults: PostureDefaults.partial(),
    planningNetwork: z.boolean(),
    searchAddress: BaseUrl.nullable(),
    approvalMinutes: Settings.shape.approvalMinutes,
    limits: Limits.partial(),
    completionSignal: Settings.shape.completionSignal,
    qualityCommands: z.array(QualityCommand).max(50),
    attention: AttentionPolicy.partial(),
    wakeAfterLimit: z.boolean(),
    cogitation: Settings.shape.cogitation.partial(),
    rehearse: z.boolean(),
    theme: Theme,
    textSize: z.int().min(80).max(200),
  })
  .partial()
export type SettingsPatch = z.infer<typeof SettingsPatch>

export const defaultSettings: Settings = {
  models: { fast: "claude-haiku-5-5", smart: "claude-sonnet-5-5", deep: "claude-opus-5-5" },
  modelMode: "smart",
  prices: {
    "claude-haiku-5-5": { input: 1, output: 5 },
    "claude-sonnet-5-5": { input: 3, output: 15 },
    "claude-opus-5-5": { input: 5, output: 25 },
  },
  defaults: {
    style: "chat",
    workMode: "chat",
    phase: "planning",
    permissionProfile: "normal",
    runControl: "autonomous",
  },
  planningNetwork: true,
  searchAddress: null,
  approvalMinutes: 24 * 60,
  limits: {
    depth: 12,
    children: 64,
    requests: 10,
    iterations: 50,
    workingMinutes: 30,
    continuationDelayMs: 2_000,
    longestDelayMs: 60_000,
    idleContinuations: 5,
    restarts: 3,
    parentSeconds: 60,
  },
  completionSignal: "chorus",
  qualityCommands: [],
  attention: {
    notify: { stopTheLine: true, blockedOnYou: true, stuck: false, yourTurn: true, knocks: false, toReview: false },
    coalesceMs: 8_000,
    perAgentMs: 60_000,
    perHour: 6,
    hideContent: false,
    sound: false,
    quietHours: { on: false, from: "22:00", to: "07:00", letStopTheLineThrough: true },
    leaveWhenLocked: false,
    knock: "everyone",
    afterAnswer: "stay",
  },
  wakeAfterLimit: true,
  cogitation: { show: "spell", earthy: false },
  baseUrl: null,
  rehearse: false,
  theme: "system",
  textSize: 100,
}
