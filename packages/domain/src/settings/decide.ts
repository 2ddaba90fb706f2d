import type { CommandOf, World } from "@kibitz/contract"
import { accept, type Decision } from "../outcome.ts"

export function decideChange(world: World, command: CommandOf<"settings.change">): Decision {
  const { models, ...rest } = command.patch
  const settings = { ...world.settings, ...rest, models: { ...world.settings.models, ...models } }
  if (JSON.stringify(settings) === JSON.stringify(world.settings)) return accept()
  return accept({ type: "settings.changed", settings })
}
