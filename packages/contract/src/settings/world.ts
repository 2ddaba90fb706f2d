import { z } from "zod"
import { Settings } from "./state.ts"

export const SettingsOfWorld = z.object({ settings: Settings })
