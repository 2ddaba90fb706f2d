// Owns: editing one setting: what is typed before it is one, and asking for the change.

import type { SettingsPatch } from "@kibitz/contract"
import { useState } from "react"
import type { Asks } from "../session/offers.ts"
import { useSession } from "../session/session-context.ts"

/** What is typed, until the setting itself changes; the field stays the same one, and keeps the focus. */
export function useEdited(setting: string): [string, (text: string) => void] {
  const [edit, setEdit] = useState({ of: setting, text: setting })
  // Forgotten as soon as it is the setting of before: a setting that comes back would otherwise bring the old text with it.
  if (edit.of !== setting) setEdit({ of: setting, text: setting })
  const text = edit.of === setting ? edit.text : setting
  return [text, (typed) => setEdit({ of: setting, text: typed })]
}

/** Returns why the change was refused, or null. `confirm`: what the user has confirmed, where new agents get more power. */
export function useChange(): (patch: SettingsPatch, confirm?: string) => Promise<string | null> {
  const session = useSession<Asks>()
  return async (patch, confirm) => {
    const confirmed = confirm === undefined ? {} : { confirm }
    const outcome = await session.askQuietly({ type: "settings.change", patch, ...confirmed })
    return outcome.accepted ? null : outcome.rejection.message
  }
}
