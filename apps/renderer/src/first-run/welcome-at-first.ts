// Owns: when the welcome comes by itself: once, as soon as it is known what is there; whoever has gone somewhere by then is left there.
import type { Session } from "../app/session.ts"
import { until } from "../replica/until.ts"
import { focusedPane, show } from "../view/view.ts"
import { shouldWelcome } from "./should-welcome.ts"

export function welcomeAtFirst({ go, keep, replica }: Pick<Session, "go" | "keep" | "replica">): void {
  until(replica.world, () => {
    const { world, app } = replica.world.getState()
    if (!world) return false
    // Nothing can be begun where one only looks.
    if (app?.readOnly) return true
    if (focusedPane(go.view.getState()).content.kind === "map" && shouldWelcome(world, keep))
      go.view.setState((so) => show(so, { kind: "welcome" }))
    return true
  })
}
