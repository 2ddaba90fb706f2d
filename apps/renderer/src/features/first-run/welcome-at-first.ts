// Owns: when the welcome comes by itself, once: in the first picture where the shell says that this is a first start, otherwise as soon as the host has
// said so. Whoever has gone somewhere by then is left there.

import { until } from "../../kernel/replica/until.ts"
import type { HasKeep, HasReplica, HasShell, Places } from "../../kernel/session/offers.ts"
import { focusedPane, goBack, type PaneContent, show } from "../../kernel/view/view.ts"
import { isWelcomed, shouldWelcome } from "./should-welcome.ts"

type Needs = HasReplica & HasKeep & Pick<Places, "go"> & { readonly shell: Pick<HasShell["shell"], "window"> }

export function welcomeAtFirst({ go, keep, replica, shell }: Needs): void {
  const shows = (kind: PaneContent["kind"]) => focusedPane(go.view.getState()).content.kind === kind
  const welcome = () => go.view.setState((view) => show(view, { kind: "welcome" }), true)
  const { window } = shell
  const isFirst = window.kind === "main" && window.first !== undefined && !isWelcomed(keep)
  if (isFirst && shows("map")) welcome()
  until(replica.world, () => {
    const { world, app } = replica.world.getState()
    if (!world) return false
    // Nothing can be begun where one only looks.
    const isWanted = !app?.readOnly && shouldWelcome(world, keep)
    if (isWanted && shows("map")) welcome()
    // The shell only knows that there was no journal. The host knows what is there, and no way leads back to a welcome that should not have come.
    if (!isWanted && isFirst && shows("welcome")) go.view.setState((view) => ({ ...goBack(view), forward: [] }), true)
    return true
  })
}
