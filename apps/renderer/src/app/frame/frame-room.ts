// Owns: what there is room for (ux 1): the stage keeps at least 560 px, so the inspector lies over it in a narrower window and the rail becomes a
// strip. Larger text needs more room, so everything counts in text units.
import { useEffect, useState } from "react"
import { useWorld } from "../../kernel/session/session-context.ts"
import { textScale } from "../../kernel/settings/text-size.ts"

export type FrameRoom = {
  readonly rail: "panel" | "strip"
  readonly inspector: "beside" | "over"
  readonly tasks: "beside" | "over"
}

const RAIL = 280
const INSPECTOR = 320
const TASKS = 320
const STAGE = 560
const PANE = 400

/** `unit`: 1 at the usual text size, 2 at twice that. Panes side by side want their own width. */
export function roomFor(width: number, unit: number, panes: number, hasTasks = false): FrameRoom {
  const units = width / unit
  const stage = RAIL + Math.max(STAGE, PANE * panes)
  const tasks = units < stage + TASKS ? "over" : "beside"
  const taken = hasTasks && tasks === "beside" ? TASKS : 0
  return { rail: units < 960 ? "strip" : "panel", inspector: units < stage + taken + INSPECTOR ? "over" : "beside", tasks }
}

export function useFrameRoom(panes: number, hasTasks: boolean): FrameRoom {
  const unit = useWorld(({ world }) => textScale(world))
  const [width, setWidth] = useState(innerWidth)
  useEffect(() => {
    const look = () => setWidth(innerWidth)
    addEventListener("resize", look)
    return () => removeEventListener("resize", look)
  }, [])
  return roomFor(width, unit, panes, hasTasks)
}
