import type { JsonObject, Settings } from "@kibitz/contract"
import { defineConcept } from "../kernel/concept.ts"
import { decideChange } from "./decide.ts"
import { settingsRecord } from "./record.ts"

export const settings = defineConcept({
  ...settingsRecord,
  commands: { "settings.change": decideChange },
  audit: {
    "settings.changed": (event, _, before) => ({
      kind: "system",
      rule: "settings",
      because: "These settings are now so.",
      facts: changedSettings(before?.settings, event.settings),
    }),
  },
})

/** Only what has changed: the journal has the rest, and a log that repeats every price with every change of the text size hides the change. */
function changedSettings(before: Settings | undefined, after: Settings): JsonObject {
  const changed: Partial<Record<keyof Settings, unknown>> = {}
  for (const name of Object.keys(after) as (keyof Settings)[])
    if (!isSame(before?.[name], after[name])) changed[name] = after[name]
  return changed as JsonObject
}

function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true
  return typeof one === "object" && typeof other === "object" && JSON.stringify(one) === JSON.stringify(other)
}
