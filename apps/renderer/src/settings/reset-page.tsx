// Owns: the foot of a settings page: that nothing has to be saved, and the way back to how it came.
import { useState } from "react"
import type { SettingsPage } from "../app/session.ts"
import { useSession } from "../app/session-context.ts"
import { ChangeButton } from "../ui/change-button.tsx"
import { preferencesReset, resetOf, settingsPages } from "./page-list.ts"
import { preferencesOf } from "./screen-preferences.ts"
import { takeFocus } from "./take-focus.ts"
import { useSettingsChange } from "./use-settings-change.tsx"

/** Two steps: what new agents may do can become more by it. */
export function ResetPage({ page }: { page: SettingsPage }) {
  const { keep } = useSession()
  const { change, refusal } = useSettingsChange()
  const [isSure, setSure] = useState(false)
  const patch = resetOf(page)
  const name = settingsPages.find(({ id }) => id === page)?.name
  const reset = () => {
    setSure(false)
    if (patch) change(patch)
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
          <span>Set {name} back to how it came?</span>
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
