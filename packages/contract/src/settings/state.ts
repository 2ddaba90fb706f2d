import { z } from "zod"
import { ModelMode, PostureDefaults } from "../posture/state.ts"

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
  baseUrl: null,
  rehearse: false,
  theme: "system",
  textSize: 100,
}
