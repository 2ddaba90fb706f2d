// Owns: what kind of window this page is in. The shell says it in the page's own address, which nothing on the page can change.
import { AgentId } from "@kibitz/contract"

export type ScreenWindow =
  /** A browser: no shell of ours around it. */
  | { readonly kind: "page" }
  | { readonly kind: "main" }
  /** One agent's chat has it for itself. */
  | { readonly kind: "chat"; readonly agentId: AgentId }

export function readWindow({ protocol, search }: Pick<Location, "protocol" | "search">): ScreenWindow {
  if (protocol !== "app:") return { kind: "page" }
  const agentId = AgentId.safeParse(new URLSearchParams(search).get("chat")).data
  return agentId === undefined ? { kind: "main" } : { kind: "chat", agentId }
}
