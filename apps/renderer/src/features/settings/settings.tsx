// Owns: the settings overlay and its pages' list. Changes apply at once; there is nothing to save.
import { useState } from "react"
import type { SettingsPage } from "../../kernel/session/screen-state.ts"
import { settingsPages } from "../../kernel/settings/page-list.ts"
import { Dialog } from "../../kernel/ui/dialog.tsx"
import { AccessPage } from "./access/access-page.tsx"
import { KeyboardPage } from "./keyboard/keyboard-page.tsx"
import { AboutPage } from "./pages/about-page.tsx"
import { AgentsPage } from "./pages/agents-page.tsx"
import { AppearancePage } from "./pages/appearance-page.tsx"
import { AttentionPage } from "./pages/attention-page.tsx"
import { DataPage } from "./pages/data-page.tsx"
import { GeneralPage } from "./pages/general-page.tsx"
import { ModelsPage } from "./pages/models-page.tsx"
import { QualityPage } from "./pages/quality-page.tsx"
import { ResetPage } from "./pages/reset-page.tsx"
import "./settings.css"
import { ChangeFields } from "../../kernel/controls/change-button.tsx"

export function SettingsOverlay({ page, onClose }: { page: SettingsPage; onClose(): void }) {
  const [shown, show] = useState<SettingsPage>(page)
  return (
    <Dialog title="Settings" testId="settings" className="settings" onClose={onClose}>
      <div className="settings-body">
        <nav aria-label="Settings pages" className="settings-nav">
          {settingsPages.map(({ id, name }) => (
            <button
              key={id}
              type="button"
              aria-current={id === shown ? "page" : undefined}
              data-first-focus={id === page ? "page" : undefined}
              onClick={() => show(id)}
            >
              {name}
            </button>
          ))}
        </nav>
        <div key={shown} className="settings-page">
          <Page id={shown} />
          <ResetPage page={shown} />
        </div>
      </div>
    </Dialog>
  )
}

function Page({ id }: { id: SettingsPage }) {
  switch (id) {
    case "general":
      return <GeneralPage />
    case "models":
      return (
        <ChangeFields isSaid>
          <ModelsPage />
        </ChangeFields>
      )
    case "agents":
      return (
        <ChangeFields isSaid>
          <AgentsPage />
        </ChangeFields>
      )
    case "access":
      return <AccessPage />
    case "attention":
      return (
        <ChangeFields isSaid>
          <AttentionPage />
        </ChangeFields>
      )
    case "appearance":
      return <AppearancePage />
    case "keyboard":
      return <KeyboardPage />
    case "quality":
      return (
        <ChangeFields isSaid>
          <QualityPage />
        </ChangeFields>
      )
    case "data":
      return <DataPage />
    case "about":
      return <AboutPage />
  }
}
