// Owns: settings as they count: what was recorded, completed by the defaults of today.
import { defaultSettings, type Settings } from "@kibitz/contract"

/** A setting that was added later has its default in what was recorded before. */
export function withDefaults(settings: Settings): Settings {
  const whole = completed(defaultSettings, settings)
  const attention = completed(defaultSettings.attention, whole.attention)
  return attention === whole.attention ? whole : { ...whole, attention }
}

/** Returns the same value if nothing is missing, so that comparing it with the one before is cheap. */
function completed<T extends object>(defaults: T, given: T): T {
  for (const name in defaults) if (!Object.hasOwn(given, name)) return { ...defaults, ...given }
  return given
}
