// Owns: that a part of the screen offers its commands while it is shown.
import type { AgentId } from "@kibitz/contract"
import { useLayoutEffect, useRef } from "react"
import type { ActionId } from "../keys/actions.ts"
import type { Commands } from "../keys/registry.ts"
import type { HasCommands } from "../session/offers.ts"
import { useSession } from "../session/session-context.ts"

/** What this part of the screen can do while it is shown, for keys, palette and menu alike. */
export function useCommands(commands: Commands, isActive = true): void {
  const { commands: registry } = useSession<HasCommands>()
  const latest = useRef(commands)
  useLayoutEffect(() => {
    latest.current = commands
  })
  const names = Object.keys(commands).join(" ")
  useLayoutEffect(() => {
    if (!isActive) return
    const own = names.split(" ").map((id) => [id, (agentId: AgentId) => latest.current[id as ActionId]?.(agentId)] as const)
    return registry.offer(Object.fromEntries(own))
  }, [registry, names, isActive])
}
