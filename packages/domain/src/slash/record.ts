import { defineRecord } from "../kernel/concept.ts"

/** What is kept, folded and shown of slash: all of it that a screen needs. The rules are in module.ts. */
export const slashRecord = defineRecord({
  name: "slash",
  events: { "slash.answered": () => ({}) },
  transcript: {
    "slash.answered": (items, event, line) => {
      items.push({ kind: "app", ...line, line: event.line, text: event.text })
    },
  },
  lean: { "slash.answered": (event) => ({ ...event, text: "" }) },
})
