import { z } from "zod"
import { Confirmation } from "../posture/state.ts"
import { SettingsPatch } from "./state.ts"

/** Giving new agents more power than before needs `confirm`. */
export const ChangeSettings = z.strictObject({
  type: z.literal("settings.change"),
  patch: SettingsPatch,
  confirm: Confirmation.optional(),
})

export const settingsCommands = {
  client: [ChangeSettings],
} as const
