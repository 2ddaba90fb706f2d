// Owns: that whoever goes somewhere sees the way there, and that a pinch leads out of a chat. Fetched with the map: who only writes waits for neither.

import type { PaneName } from "@kibitz/contract"
import { type RefObject, useEffect } from "react"
import type { Asks, Frame, HasReplica, Places } from "../../kernel/session/offers.ts"
import { useSession } from "../../kernel/session/session-context.ts"
import { followPinches } from "./engine/pinch-out.ts"

/** `stage`: the element around all panes. */
export function useFlights(stage: RefObject<HTMLElement | null>): void {
  const session = useSession<HasReplica & Asks & Frame & Places>()
  useEffect(() => {
    const element = stage.current
    if (!element) return
    const stops: (() => void)[] = []
    let isOver = false
    void import("./engine/flights.ts").then(({ followFlights }) => {
      if (isOver) return
      stops.push(followFlights(session, (name) => element.querySelector(`[data-testid=pane-${name.slice(1)}]`)))
      const leave = (pane: HTMLElement) => {
        session.go.focusPane(`p${pane.dataset.testid?.slice("pane-".length)}` as PaneName)
        session.go.zoomOut()
      }
      stops.push(followPinches(session, element, leave))
    })
    return () => {
      isOver = true
      for (const stop of stops) stop()
    }
  }, [session, stage])
}
