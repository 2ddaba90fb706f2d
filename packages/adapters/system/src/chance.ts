import type { Chance } from "@kibitz/ports"

export function systemChance(): Chance {
  return { next: () => Math.random() }
}
