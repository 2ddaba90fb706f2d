import type { AgentStatus } from "@kibitz/contract"
import type { Glyph } from "../ui/status-glyph.tsx"

export const statusGlyphs: Readonly<Record<AgentStatus, Glyph>> = {
  waiting: "idle",
  working: "working",
  "needs-you": "needs-you",
  paused: "paused",
  failed: "failed",
}
