// Owns: the foot of a settings page: that nothing has to be saved, and the way back to how it came.

import { confirmationOf, raisesInDefaults } from "@kibitz/domain"
import { useState } from "react"
import { ChangeButton } from "../../../kernel/controls/change-button.tsx"
import { preferencesOf } from "../../../kernel/preferences/screen-preferences.ts"
import type { HasKeep } from "../../../kernel/session/offers.ts"
import type { SettingsPage } from "../../../kernel/session/screen-state.ts"
import { useSession, useSettings } from "../../../kernel/session/session-context.ts"
import { preferencesReset, resetOf, settingsPages } from "../../../kernel/settings/page-list.ts"
import { takeFocus } from "../../../kernel/settings/take-focus.ts"
import { useSettingsChange } from "../../../kernel/settings/use-settings-change.tsx"

export function ResetPage({ page }: { page: SettingsPage }) {
  const { keep } = useSession<HasKeep>()
  const defaults = useSettings()?.defaults
  const { change, refusal } = useSettingsChange()
  const [isSure, setSure] = useState(false)
  const patch = resetOf(page)
  // What new agents may do can become more by it: the question names it, and the second press confirms it.
  const raised =
    defaults && patch?.defaults ? confirmationOf(raisesInDefaults(defaults, { ...defaults, ...patch.defaults })) : null
  const name = settingsPages.find(({ id }) => id === page)?.name
  const reset = () => {
    setSure(false)
    if (patch) void change(patch, raised ?? undefined)
    preferencesOf(keep).change(preferencesReset(page))
  }
  if (page === "about" || page === "data") return null
  return (
    <footer className="settings-foot">
      <span className="faint">Changes apply at once.</span>
      <span className="status-gap" />
      {patch && !isSure && (
        <ChangeButton className="button button-quiet" onClick={() => setSure(true)}>
          Reset this page…
        </ChangeButton>
      )}
      {isSure && (
        <>
          <span>
            Set {name} back to how it came?{raised !== null && ` New agents then start with: ${raised}.`}
          </span>
          <button type="button" className="button" ref={takeFocus} onClick={() => setSure(false)}>
            Keep as it is
          </button>
          <button type="button" className="button button-danger" onClick={reset}>
            Reset
          </button>
        </>
      )}
      {refusal}
    </footer>
  )
}
