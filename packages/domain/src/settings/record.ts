import { defaultSettings } from "@kibitz/contract"
import { defineRecord } from "../kernel/concept.ts"
import { withDefaults } from "./defaults.ts"

/** What is kept, folded and shown of settings: all of it that a screen needs. The rules are in module.ts. */
export const settingsRecord = defineRecord({
  name: "settings",
  world: { settings: defaultSettings },
  events: { "settings.changed": (_, event) => ({ settings: withDefaults(event.settings) }) },
})
