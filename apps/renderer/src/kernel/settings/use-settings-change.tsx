import type { SettingsPatch } from "@kibitz/contract"
import { type ReactNode, useState } from "react"
import { useChange } from "./edit-setting.ts"

/** Changes apply at once; what is refused is said on the page. */
export function useSettingsChange(): { change(patch: SettingsPatch, confirm?: string): Promise<void>; refusal: ReactNode } {
  const ask = useChange()
  const [message, setMessage] = useState<string | null>(null)
  return {
    change: (patch, confirm) => ask(patch, confirm).then(setMessage),
    refusal: message !== null && (
      <p className="setting-note failed-text" role="alert">
        {message}
      </p>
    ),
  }
}
