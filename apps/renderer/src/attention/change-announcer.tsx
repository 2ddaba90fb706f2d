// Owns: that joining, leaving and a change of mode are heard, politely (ux 7.5). What was so when the screen opened is not said.
import type { AgentId, World } from "@kibitz/contract"
import { findAgent } from "@kibitz/domain"
import { useEffect, useRef } from "react"
import { useSession } from "../app/session-context.ts"
import { mounted, type View } from "../view/view.ts"
import { changesSaid, type With } from "./announced.ts"

export function ChangeAnnouncer() {
  const { go, replica } = useSession()
  const region = useRef<HTMLDivElement>(null)
  useEffect(() => {
    let before = whoIsWith(go.view.getState(), replica.world.getState().world)
    const look = () => {
      const after = whoIsWith(go.view.getState(), replica.world.getState().world)
      const said = changesSaid(before, after)
      before = after
      if (region.current && said !== "") region.current.textContent = said
    }
    const stops = [go.view.subscribe(look), replica.world.subscribe(look)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [go, replica])
  return <div ref={region} className="visually-hidden" role="status" aria-live="polite" aria-label="Whom you are with" />
}

function whoIsWith(view: View, world: World | null): readonly With[] {
  const ids: readonly AgentId[] = [...mounted(view).values()].map(({ agentId }) => agentId)
  return ids.flatMap((agentId) => {
    const agent = world ? findAgent(world, agentId) : undefined
    return agent ? [{ agentId, name: agent.name, posture: agent.posture }] : []
  })
}
