// Owns: that joining, leaving and a change of mode are heard, politely (ux 7.5). What was so when the screen opened is not said, and nothing that
// only this screen shows: left and joined is who the host says is.

import type { AgentId, World } from "@kibitz/contract"
import { findAgent } from "@kibitz/domain"
import { useEffect, useRef } from "react"
import type { HasReplica, Places } from "../../../kernel/session/offers.ts"
import { useSession } from "../../../kernel/session/session-context.ts"
import { mounted } from "../../../kernel/view/view.ts"
import { changesSaid, type With, whoIsWith } from "./announced.ts"

export function ChangeAnnouncer() {
  const { go, replica } = useSession<HasReplica & Places>()
  const region = useRef<HTMLDivElement>(null)
  useEffect(() => {
    let before: readonly With[] = []
    let last: World | null = null
    const look = () => {
      const { world } = replica.world.getState()
      if (!world) return
      const here = [...mounted(go.view.getState()).values()].map(({ agentId }) => agentId)
      const after = whoIsWith(before, here, (agentId) => findAgent(world, agentId))
      const said = last ? changesSaid(before, after, wasJoinedIn(last)) : ""
      before = after
      last = world
      if (region.current && said !== "") region.current.textContent = said
    }
    look()
    const stops = [go.view.subscribe(look), replica.world.subscribe(look)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [go, replica])
  return <div ref={region} className="visually-hidden" role="status" aria-live="polite" aria-label="Whom you are with" />
}

function wasJoinedIn(world: World): (agentId: AgentId) => boolean {
  return (agentId) => (findAgent(world, agentId)?.presence ?? null) !== null
}
