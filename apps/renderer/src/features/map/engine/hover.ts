// Owns: what the pointer learns before it presses: who is under it, where the form is too small to say so, and that a press does something.
import type { Point, Seen } from "@kibitz/canvas"
import { agentCounts } from "@kibitz/domain"
import { wordOf } from "../../../kernel/agents/status-glyphs.ts"
import { needYou } from "../../../kernel/words/attention-copy.ts"
import type { MapEngine } from "./engine.ts"

export function showUnder(engine: MapEngine, host: HTMLElement, canvas: HTMLCanvasElement | null, at: Point | null): void {
  const seen = at === null ? null : engine.viewer.under(at.x, at.y)
  const isPressable = seen !== null && (seen.kind === "desk" || seen.kind === "closed" || seen.offers)
  host.style.cursor = isPressable ? "pointer" : ""
  if (!canvas) return
  const words = seen === null ? "" : wordsFor(engine, seen)
  if (canvas.title !== words) canvas.title = words
}

/** From card size on it is written there. */
function wordsFor(engine: MapEngine, { kind, level, place }: Seen): string {
  if (kind === "slot" || kind === "room" || level === "card" || level === "panel" || level === "chat") return ""
  const paint = engine.paints.find(place.id)
  if (paint === null) return ""
  const { needs, name, status } = paint
  if (kind === "desk") return `${name}: ${needs > 0 ? "needs you" : wordOf(paint.agent, status)}`
  const { needsYou, working } = agentCounts(paint.agent.tally)
  const parts = [`${place.total} agents`, needsYou > 0 && needYou(needsYou), working > 0 && `${working} working`]
  return `${name}: ${parts.filter(Boolean).join(", ")}`
}
