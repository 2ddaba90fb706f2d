// Owns: what kind of window this page is in. The shell says it in the page's own address.
import { AgentId } from "@kibitz/contract"

/** Nobody has worked here before. What the shell knows of it without the host. */
export type FirstStart = {
  readonly folder: string
  /** Something other than the rehearsal will answer. */
  readonly hasKey: boolean
}

export type ScreenWindow =
  /** A browser: no shell of ours around it. */
  | { readonly kind: "page" }
  | { readonly kind: "main"; readonly first?: FirstStart }
  /** One agent's chat has it for itself. */
  | { readonly kind: "chat"; readonly agentId: AgentId }

export function readWindow({ protocol, search }: Pick<Location, "protocol" | "search">): ScreenWindow {
  if (protocol !== "app:") return { kind: "page" }
  const facts = new URLSearchParams(search)
  const agentId = AgentId.safeParse(facts.get("chat")).data
  if (agentId !== undefined) return { kind: "chat", agentId }
  const folder = facts.get("first")
  return folder === null ? { kind: "main" } : { kind: "main", first: { folder, hasKey: facts.has("key") } }
}

/** The address once the first start has been read from it: it holds for one load, and a page that is brought back later is on no first start. */
export function withoutFirst({ pathname, search }: Pick<Location, "pathname" | "search">): string {
  const facts = search.slice(1).split("&")
  const others = facts.filter((fact) => fact !== "" && fact !== "key" && !fact.startsWith("first="))
  return `${pathname}${others.length > 0 ? `?${others.join("&")}` : ""}`
}
