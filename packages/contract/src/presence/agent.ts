import { z } from "zod"
import { Absence } from "./absence.ts"
import { Presence } from "./state.ts"

export const PresenceOfAgent = z.object({
  /** The user is there; null: not. Chat or perseverance follow from this alone. */
  presence: Presence.nullable(),
  absence: Absence,
})
