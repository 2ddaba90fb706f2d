// Owns: changing settings. What the patch does not name stays the very same value, so that comparing before and after costs nothing for it.
import type { CommandOf, Settings, World } from "@kibitz/contract"
import { providerChanged } from "../connection/trouble-over.ts"
import { accept, type Decision, type Moment } from "../kernel/outcome.ts"
import { raisesInDefaults, unconfirmed } from "../posture/raise.ts"

/** Changed part by part; all others are replaced as a whole. */
const inParts: ReadonlySet<keyof Settings> = new Set(["models", "prices", "defaults", "limits", "attention", "cogitation"])

export function decideChange(world: World, { patch, confirm }: CommandOf<"settings.change">, moment: Moment): Decision {
  const { settings: before } = world
  const changed: Partial<Record<keyof Settings, unknown>> = {}
  for (const name of Object.keys(patch) as (keyof Settings)[]) {
    if (patch[name] === undefined) continue
    // Only what is named: writing out all settings twice would be a tenth of the time until the change is on the disk.
    const value = inParts.has(name) ? { ...(before[name] as object), ...(patch[name] as object) } : patch[name]
    if (JSON.stringify(value) !== JSON.stringify(before[name])) changed[name] = value
  }
  if (Object.keys(changed).length === 0) return accept()
  const settings = { ...before, ...changed } as Settings
  const raises = raisesInDefaults(before.defaults, settings.defaults)
  const refusal = unconfirmed(raises, confirm, "Every new agent", settings.defaults)
  if (refusal) return refusal
  const elsewhere = settings.baseUrl === before.baseUrl ? [] : providerChanged(world, moment)
  return accept({ type: "settings.changed", settings }, ...elsewhere)
}
