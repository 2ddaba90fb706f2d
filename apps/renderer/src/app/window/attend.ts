// Owns: what this screen does when the shell says something, and when a chat has moved to another window. A chat that moves is neither left nor joined
// (OPM-3): it goes from here once it is shown there. Locking the screen is nothing, unless the user has said that it means leaving (ux 2.3).

import type { AgentId, ShellNews, World } from "@kibitz/contract"
import { findAgent } from "@kibitz/domain"
import type { Keep } from "../../kernel/keep/keep.ts"
import { isActionId } from "../../kernel/keys/actions.ts"
import { look } from "../../kernel/preferences/look.ts"
import type { Session } from "../../kernel/session/offers.ts"
import { playEarcon } from "../../kernel/shell/earcon.ts"
import { paneOf, talkingTo } from "../../kernel/view/view.ts"
import { openThisBeside } from "../../kernel/ways/beside.ts"
import { goToChat } from "../../kernel/ways/go-to-chat.ts"
import { subjectOf } from "../commands/commands.ts"

/** A lock this long, with somebody waiting, is when it is asked whether locking should mean leaving. */
export const LONG_LOCK_MS = 10 * 60_000

const OFFERED = "kibitz.lock-offered"
const NO_NOTICES = "kibitz.no-notices-told"

export function attendShell(session: Session): void {
  const { shell, go, replica } = session
  shell.hear((news) => take(session, news))
  if (!shell.isThere) return
  const look = () => {
    const { world } = replica.world.getState()
    if (world) settle(session, world)
  }
  replica.world.subscribe(look)
  shell.poppedOut.subscribe(look)
  // In a window of its own, leaving the chat is leaving the window.
  if (shell.window.kind === "chat") {
    const home = shell.window.agentId
    go.view.subscribe((view) => {
      if (!paneOf(view, home)) shell.close()
    })
  }
}

function take(session: Session, news: ShellNews): void {
  switch (news.kind) {
    case "windows":
    case "reader":
      return
    case "go":
      if (news.cause === "split" && !findsRoom(session, news.agentId)) return
      if (news.items.length > 0) session.walk.to(news.agentId, news.items, news.cause)
      else goToChat(session, news.agentId, news.cause)
      return
    case "run":
      if (isActionId(news.action)) session.commands.run(news.action, news.agentId ?? subjectOf(session))
      return
    case "locked":
      if (session.replica.world.getState().world?.settings.attention.leaveWhenLocked) session.leaveAll("standing-order")
      return
    case "unlocked":
      return offer(session, news.lockedMs)
    case "summary":
      return session.remark(news.text, "quiet")
    case "no-notices":
      return once(session.keep, NO_NOTICES, () =>
        session.remark("This system shows no notices of Kibitz. What needs you is still counted here and on the icon.", "quiet"),
      )
    case "sound":
      return playEarcon(look.getState().volume)
  }
}

/**
 * Beside the chat that is open here; where none is, or it is shown already, there is room. False: there is none, which was said. Whoever is on the
 * way back from a window of its own comes all the same: that window waits for it.
 */
function findsRoom(session: Session, agentId: AgentId): boolean {
  if (talkingTo(session.go.view.getState()) === null) return true
  const why = openThisBeside(session, agentId)
  const { world } = session.replica.world.getState()
  if (why === null || Object.values(world?.panes ?? {}).some((pane) => pane.agentId === agentId)) return true
  session.remark(why, "quiet")
  return false
}

/** A chat that is shown in two windows for a moment goes from the one it is leaving. */
function settle({ shell, go }: Session, world: World): void {
  if (shell.window.kind === "chat") {
    if (shell.isComingBack() && isShownTwice(world, shell.window.agentId)) shell.close()
    return
  }
  for (const agentId of shell.poppedOut.getState()) {
    const pane = paneOf(go.view.getState(), agentId)
    if (pane && isShownTwice(world, agentId)) go.closePane(pane.name)
  }
}

function isShownTwice({ panes }: World, agentId: AgentId): boolean {
  return Object.values(panes).filter((pane) => pane.agentId === agentId).length > 1
}

/** Asked once, ever, and only where it would have made a difference. */
function offer(session: Session, lockedMs: number): void {
  const { world } = session.replica.world.getState()
  if (session.shell.window.kind !== "main" || !world || lockedMs < LONG_LOCK_MS) return
  if (world.settings.attention.leaveWhenLocked) return
  const idle = Object.values(world.panes).flatMap(({ agentId }) => findAgent(world, agentId) ?? [])
  const [first] = idle.filter(({ turn }) => turn === null)
  if (first) once(session.keep, OFFERED, () => session.screen.setState({ offer: { agentId: first.id, lockedMs } }))
}

function once(keep: Keep, key: string, act: () => void): void {
  try {
    if (keep.getItem(key) !== null) return
    keep.setItem(key, "1")
  } catch {
    // Where nothing is kept, it is said again at the next start.
  }
  act()
}
