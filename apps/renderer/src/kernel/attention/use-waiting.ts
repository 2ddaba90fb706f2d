import type { AttentionItem } from "@kibitz/contract"
import { fanoutOf } from "@kibitz/domain"
import { useWorld } from "../session/session-context.ts"

/** How many others cannot go on before this is answered. */
export function useWaiting(item: AttentionItem): number {
  return useWorld(({ world }) => (world ? fanoutOf(world, item).size : 0))
}
