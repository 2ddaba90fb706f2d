import type { Theme } from "@kibitz/contract"
import { Minus, Plus } from "lucide-react"
import { useSession, useSettings } from "../app/session-context.ts"

const themes: readonly { readonly theme: Theme; readonly name: string }[] = [
  { theme: "system", name: "System" },
  { theme: "light", name: "Light" },
  { theme: "dark", name: "Dark" },
]

export function AppearancePage() {
  const session = useSession()
  const settings = useSettings()
  if (!settings) return null
  const setSize = (textSize: number) => void session.ask({ type: "settings.change", patch: { textSize } })
  return (
    <>
      <section className="setting">
        <fieldset>
          <legend>Theme</legend>
          <div className="segments">
            {themes.map(({ theme, name }) => (
              <label key={theme} className="segment">
                <input
                  type="radio"
                  name="theme"
                  checked={settings.theme === theme}
                  onChange={() => void session.ask({ type: "settings.change", patch: { theme } })}
                />
                <span>{name}</span>
              </label>
            ))}
          </div>
        </fieldset>
      </section>
      <section className="setting">
        <h3>Text size</h3>
        <div className="field-line">
          <button
            type="button"
            className="button"
            aria-label="Smaller text"
            disabled={settings.textSize <= 80}
            onClick={() => setSize(Math.max(80, settings.textSize - 10))}
          >
            <Minus size="0.875rem" aria-hidden />
          </button>
          <output className="text-size" aria-label="Text size">
            {settings.textSize} %
          </output>
          <button
            type="button"
            className="button"
            aria-label="Larger text"
            disabled={settings.textSize >= 200}
            onClick={() => setSize(Math.min(200, settings.textSize + 10))}
          >
            <Plus size="0.875rem" aria-hidden />
          </button>
          {settings.textSize !== 100 && (
            <button type="button" className="button button-quiet" onClick={() => setSize(100)}>
              Reset
            </button>
          )}
        </div>
      </section>
    </>
  )
}
