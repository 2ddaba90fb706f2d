import { z } from "zod"

export const ModelMode = z.enum(["fast", "smart", "deep"])
export type ModelMode = z.infer<typeof ModelMode>
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

export const Settings = z.object({
  models: z.object({ fast: ModelName, smart: ModelName, deep: ModelName }),
  modelMode: ModelMode,
  baseUrl: BaseUrl.nullable(),
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
    rehearse: z.boolean(),
    theme: Theme,
    textSize: z.int().min(80).max(200),
  })
  .partial()
export type SettingsPatch = z.infer<typeof SettingsPatch>

export const defaultSettings: Settings = {
  models: { fast: "claude-haiku-5-5", smart: "claude-sonnet-5-5", deep: "claude-opus-5-5" },
  modelMode: "smart",
  baseUrl: null,
  rehearse: false,
  theme: "system",
  textSize: 100,
}
