// Owns: which panels of the frame are open, over restarts. They belong to this screen, not to the project.
import type { Keep } from "../keep/keep.ts"

export type RailSection = "attention" | "tree"
export type FramePanels = {
  /** What the rail shows; it keeps its section while it is hidden. */
  readonly rail: { readonly isOpen: boolean; readonly section: RailSection }
  /** Beside the stage, where there is room for it. */
  readonly inspector: boolean
  /** The task list, docked at the right (ux 1.12). */
  readonly tasks: boolean
}

const KEY = "kibitz.frame"
export const usualPanels: FramePanels = { rail: { isOpen: true, section: "attention" }, inspector: true, tasks: false }

export function readPanels(keep: Keep): FramePanels {
  try {
    const { rail, section, inspector, tasks } = JSON.parse(keep.getItem(KEY) ?? "{}")
    return {
      rail: { isOpen: rail !== false, section: section === "tree" ? "tree" : "attention" },
      inspector: inspector !== false,
      tasks: tasks === true,
    }
  } catch {
    return usualPanels
  }
}

export function keepPanels(keep: Keep, { rail, inspector, tasks }: FramePanels): void {
  try {
    keep.setItem(KEY, JSON.stringify({ rail: rail.isOpen, section: rail.section, inspector, tasks }))
  } catch {
    // They hold until the window is closed.
  }
}
