// Owns: how large text is, as a number to count room with, and larger and smaller text by key.

import type { World } from "@kibitz/contract"
import type { Asks, HasReplica, Remarks } from "../session/offers.ts"

/** 1 at the usual size, 2 at twice that. */
export const textScale = (world: World | null): number => (world?.settings.textSize ?? 100) / 100

export type ChangesText = HasReplica & Asks & Remarks

export function changeTextSize(session: ChangesText, change: (size: number) => number): void {
  const { world } = session.replica
  const size = world.getState().world?.settings.textSize
  if (size === undefined) {
    // The window is up before the host is: a key pressed in between is kept, not lost.
    const stop = world.subscribe((state) => {
      if (!state.world) return
      stop()
      changeTextSize(session, change)
    })
    return
  }
  const textSize = Math.min(200, Math.max(80, change(size)))
  if (textSize !== size) return void session.ask({ type: "settings.change", patch: { textSize } })
  session.remark(
    `Text size is ${textSize} %${textSize === 200 ? ", the largest" : textSize === 80 ? ", the smallest" : " already"}.`,
    "quiet",
  )
}
