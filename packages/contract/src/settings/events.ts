import { z } from "zod"
import { Settings } from "./state.ts"

export const SettingsChanged = z.object({ type: z.literal("settings.changed"), settings: Settings })

export const settingsEvents = [SettingsChanged] as const
