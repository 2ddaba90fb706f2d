import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { ShortcutSheet } from "../features/help/shortcut-sheet.tsx"
import { KeyCapture } from "../features/settings/keyboard/key-capture.tsx"
import { KeyboardPage } from "../features/settings/keyboard/keyboard-page.tsx"
import { KEYS_KEPT } from "../kernel/keys/key-store.ts"
import type { Session } from "../kernel/session/offers.ts"
import { SessionContext } from "../kernel/session/session-context.ts"

function draw(element: React.ReactNode, kept: object = {}): string {
  const text = JSON.stringify({ version: 1, singleKeys: true, keys: {}, ...kept })
  const keep = { getItem: (key: string) => (key === KEYS_KEPT ? text : null), setItem() {}, removeItem() {} }
  return renderToStaticMarkup(<SessionContext value={{ keep } as unknown as Session}>{element}</SessionContext>)
}

test("every key is a button that changes it, but for those that cannot be changed", () => {
  const drawn = draw(<KeyboardPage />)
  expect(drawn).toContain('aria-label="Change Ctrl+K for: Command palette…"')
  expect(drawn).toContain('<kbd title="This key cannot be changed">Esc</kbd>')
  expect(drawn).not.toContain("Reset the keys for")
  expect(drawn).toMatch(/role="switch"[^>]*checked/)
})

test("what was changed can be set back, and single keys that are off are shown as off", () => {
  const drawn = draw(<KeyboardPage />, { singleKeys: false, keys: { settings: ["F8"] } })
  expect(drawn).toContain('aria-label="Reset the keys for: Settings…"')
  expect(drawn).toContain('aria-label="Change F8 for: Settings…"')
  expect(drawn).toMatch(/class="key-button key-off"[^>]*aria-label="Change A for: Approve once"/)
})

test("asking for a key says how to get out of it", () => {
  const drawn = draw(<KeyCapture id="settings" title="Settings…" old="Ctrl+," onDone={() => {}} />)
  expect(drawn).toContain("Esc cancels, Backspace takes the key away.")
})

test("the sheet has the user's own keys", () => {
  const drawn = draw(<ShortcutSheet topic="" onClose={() => {}} />, { keys: { settings: ["F8"], rail: [] } })
  expect(drawn).toContain("<kbd>F8</kbd>")
  expect(drawn).not.toContain("<kbd>Ctrl+,</kbd>")
  expect(drawn).not.toContain("Show or hide the rail")
  expect(drawn).toContain("<kbd>Ctrl+1 … Ctrl+9</kbd>")
})
