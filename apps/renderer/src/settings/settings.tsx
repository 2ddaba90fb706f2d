// Owns: the settings overlay and its pages' list. Changes apply at once; there is nothing to save.
import { useState } from "react"
import { AccessPage } from "../access/access-page.tsx"
import type { SettingsPage } from "../app/session.ts"
import { Dialog } from "../ui/dialog.tsx"
import { AboutPage } from "./about-page.tsx"
import { AppearancePage } from "./appearance-page.tsx"
import { ModelsPage } from "./models-page.tsx"
import "./settings.css"

const pages: readonly { readonly id: SettingsPage; readonly name: string }[] = [
  { id: "models", name: "Models and keys" },
  { id: "access", name: "Access" },
  { id: "appearance", name: "Appearance" },
  { id: "about", name: "About" },
]

export function SettingsOverlay({ page, onClose }: { page: SettingsPage; onClose(): void }) {
  const [shown, show] = useState(page)
  return (
    <Dialog title="Settings" testId="settings" className="settings" onClose={onClose}>
      <div className="settings-body">
        <nav aria-label="Settings pages" className="settings-nav">
          {pages.map(({ id, name }) => (
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
        <div className="settings-page">
          {shown === "models" && <ModelsPage />}
          {shown === "access" && <AccessPage />}
          {shown === "appearance" && <AppearancePage />}
          {shown === "about" && <AboutPage />}
        </div>
      </div>
    </Dialog>
  )
}
