import { z } from "zod"
import { SettingsPatch } from "./state.ts"

export const ChangeSettings = z.strictObject({ type: z.literal("settings.change"), patch: SettingsPatch })
