// Owns: the address of a window's page. The shell says in it what the window is for, and every navigation away from it is denied.
import type { AgentId } from "@kibitz/contract"
import type { FirstStart } from "../launch/first-start.ts"
import { APP_ORIGIN } from "../serve/resolve-asset.ts"

export type WindowFacts = {
  /** Whose chat has this window for itself; null: the main window. */
  readonly agentId: AgentId | null
  /** Tests may ask the page where it is. */
  readonly probe: boolean
  /** Told to the main window, so that it can draw the welcome before the host answers. */
  readonly first: FirstStart | null
}

export function addressOf({ agentId, probe, first }: WindowFacts): string {
  const facts = [
    ...(agentId === null ? [] : [`chat=${encodeURIComponent(agentId)}`]),
    ...(probe ? ["ux"] : []),
    ...(first === null ? [] : [`first=${encodeURIComponent(first.folder.toWellFormed())}`]),
    ...(first?.hasKey ? ["key"] : []),
  ]
  return `${APP_ORIGIN}/${facts.length > 0 ? `?${facts.join("&")}` : ""}`
}
