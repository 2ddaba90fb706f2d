// Owns: what the frame of one screen shows right now: what lies over it, its panels, the one remark.
import type { AgentId } from "@kibitz/contract"
import type { LineState } from "../bridge/wire-client.ts"
import type { Unfolded } from "../desk/strip-state.ts"
import type { FramePanels } from "./kept-frame.ts"

export type SettingsPage =
  | "general"
  | "models"
  | "agents"
  | "access"
  | "attention"
  | "appearance"
  | "keyboard"
  | "quality"
  | "data"
  | "about"

/** What the palette lists first. */
export type PaletteMode = "commands" | "agents"

/** What lies over the frame. None of these leaves anybody (ux 2.3). */
export type Overlay =
  | { readonly kind: "settings"; readonly page: SettingsPage }
  /** `topic` is what the keys are searched for at first. */
  | { readonly kind: "help"; readonly topic?: string }
  | { readonly kind: "rename"; readonly agentId: AgentId }
  /** What this line would raise, to be confirmed. */
  | { readonly kind: "raise"; readonly agentId: AgentId; readonly line: string }
  /** `agentId`, here and in `find`: for whom; left out: whom the user talks to, or has selected. */
  | { readonly kind: "palette"; readonly mode: PaletteMode; readonly agentId?: AgentId }
  /** The tasks: everything in the background. */
  | { readonly kind: "tasks" }
  | { readonly kind: "peek"; readonly agentId: AgentId }
  /** `text` is what the list is searched for at first. */
  | { readonly kind: "audit"; readonly text: string }
  /** In all conversations. */
  | { readonly kind: "find"; readonly text: string; readonly agentId?: AgentId }

export type ScreenState = {
  readonly line: LineState
  readonly overlay: Overlay | null
  readonly panels: FramePanels
  /** Where there is no room beside the stage it lies over it, until the user goes elsewhere. */
  readonly isInspectorOver: boolean
  /** Whose room the map is to show, without joining; another value each time it is asked for. */
  readonly lookAt: { readonly agentId: AgentId } | null
  /** What the chat of this agent is to be searched for as soon as it is drawn, and at which line to begin. */
  readonly sought: { readonly agentId: AgentId; readonly text: string; readonly key: string | null } | null
  /** What the focused pane shows, and about whom: kept in step with the view, for those who need no more than that. */
  readonly view: "overview" | "chat"
  /** Whose chat is open; in the overview, whom the user was with last or has selected. */
  readonly agentId: AgentId
  /** Whom the user was with last, over restarts; null: nobody yet. */
  readonly last: AgentId | null
  /** Which of the things that wait is open in its chat. */
  readonly unfolded: Unfolded
  /** One sentence about what was just done or refused; gone with the next action. */
  readonly remark: Remark | null
  /** Whether locking the screen should mean leaving: asked once, after a long lock with this one waiting. */
  readonly offer: { readonly agentId: AgentId; readonly lockedMs: number } | null
}

/** Quiet: it went as the user wanted, or nothing is wrong. */
export type RemarkTone = "quiet" | "problem"
export type Remark = { readonly text: string; readonly tone: RemarkTone }
