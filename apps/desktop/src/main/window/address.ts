// Owns: the address of a window's page. What a window is for is said in it by the shell, and the page cannot change it: every navigation is denied.
import type { AgentId } from "@kibitz/contract"
import { APP_ORIGIN } from "../serve/resolve-asset.ts"

/** `agentId`: whose chat has this window for itself; null: the main window. `probe`: tests may ask the page where it is. */
export function addressOf(agentId: AgentId | null, probe: boolean): string {
  const facts = [...(agentId === null ? [] : [`chat=${encodeURIComponent(agentId)}`]), ...(probe ? ["ux"] : [])]
  return `${APP_ORIGIN}/${facts.length > 0 ? `?${facts.join("&")}` : ""}`
}
