// Owns: where the user is. Presence is exactly the set of agents whose chat is mounted in a pane (OPM-3); chat and perseverance follow
// from it and are stored nowhere.
import { z } from "zod"
import { AgentId } from "../ids.ts"
import { Surface } from "../posture/state.ts"
import { Instant } from "../time.ts"

/** One client on the wire: a window, a browser tab, a script. Given by the host. */
export const ConnectionId = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9-]{0,63}$/)
export type ConnectionId = z.infer<typeof ConnectionId>
/** What a client calls a pane of its own: "p1", "popout-3". */
export const PaneName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9-]{0,31}$/, "a pane is named by 1 to 32 letters, digits or -")
export type PaneName = z.infer<typeof PaneName>
/** A pane of one connection: "<connection>/<pane>". */
export const PaneKey = z.string().brand<"PaneKey">()
export type PaneKey = z.infer<typeof PaneKey>

export function paneKey(connection: ConnectionId, pane: PaneName): PaneKey {
  return `${connection}/${pane}` as PaneKey
}

/** How the user got there: all of them deliberate. */
export const JoinCause = z.enum([
  "navigate",
  "gesture",
  "next-attention",
  "notification",
  "tab",
  "spawned",
  "knock",
  "rejoin",
  "split",
])
export type JoinCause = z.infer<typeof JoinCause>
/** switch: the pane shows something else now. lost: the client has gone. recovered: the window or all of Kibitz died, and is back. */
export const LeaveCause = z.enum(["zoom-out", "close", "switch", "standing-order", "lost", "quit", "recovered", "dismissed"])
export type LeaveCause = z.infer<typeof LeaveCause>

/** Of one agent: since when the user is there, over which surface. */
export const Presence = z.object({ since: Instant, surface: Surface, cause: JoinCause })
export type Presence = z.infer<typeof Presence>

export const Pane = z.object({ agentId: AgentId, surface: Surface })
export type Pane = z.infer<typeof Pane>

/** Derived from presence, never stored. */
export type Mode = "chat" | "perseverance"
