import type { Agent, Settings } from "@kibitz/contract"

/** A model chosen by name wins over the table; how hard to think follows modelMode either way (AXS-8). */
export function modelFor(settings: Settings, agent: Agent): { model: string; effort?: "low" | "medium" | "high" } {
  const { modelMode } = agent.posture
  const model = agent.model ?? settings.models[modelMode]
  return modelMode === "deep" ? { model, effort: "high" } : { model }
}
