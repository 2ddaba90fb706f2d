import type { CommandOf, World } from "@kibitz/contract"
import { accept, type Decision } from "../outcome.ts"

export function decideChange(world: World, command: CommandOf<"settings.change">): Decision {
  const { models, prices, defaults, ...rest } = command.patch
  const { settings: before } = world
  const settings = {
    ...before,
    ...rest,
    models: { ...before.models, ...models },
    prices: { ...before.prices, ...prices },
    defaults: { ...before.defaults, ...defaults },
  }
  if (JSON.stringify(settings) === JSON.stringify(world.settings)) return accept()
  return accept({ type: "settings.changed", settings })
}
