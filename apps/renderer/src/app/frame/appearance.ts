// Owns: theme and text size on the page. Kept apart from the host's settings too, so that the next start has the right colours before the host
// has answered.

import { useEffect } from "react"
import type { Keep } from "../../kernel/keep/keep.ts"
import { showLook } from "../../kernel/preferences/look.ts"
import type { HasKeep } from "../../kernel/session/offers.ts"
import { useSession, useSettings } from "../../kernel/session/session-context.ts"

const KEY = "kibitz.appearance"

export function useAppearance(): void {
  const { keep } = useSession<HasKeep>()
  const theme = useSettings()?.theme
  const textSize = useSettings()?.textSize
  useEffect(() => {
    if (theme === undefined || textSize === undefined) return
    showLook({ theme, textSize })
    try {
      keep.setItem(KEY, JSON.stringify({ theme, textSize }))
    } catch {
      // Only the first frame of the next start would differ.
    }
  }, [theme, textSize, keep])
}

export function restoreAppearance(keep: Keep): void {
  try {
    const { theme, textSize } = JSON.parse(keep.getItem(KEY) ?? "{}")
    if (typeof theme === "string" && typeof textSize === "number") showLook({ theme, textSize })
  } catch {
    // What the system prefers is a good first guess.
  }
}
