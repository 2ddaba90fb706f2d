import { expect, test } from "vitest"
import { webPreferences } from "./web-preferences.ts"

test("1a-2, 1a-3, 1a-4, 1a-11: no Node, own world, sandbox, no webview", () => {
  expect(webPreferences("/app/preload.cjs", false)).toMatchObject({
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webviewTag: false,
    spellcheck: false,
    devTools: false,
  })
})

test("1a-6, 1a-8, 1a-9, 1a-10: the settings that weaken the web are not touched at all", () => {
  for (const key of ["webSecurity", "allowRunningInsecureContent", "experimentalFeatures", "enableBlinkFeatures"])
    expect(Object.keys(webPreferences("/app/preload.cjs", true))).not.toContain(key)
})
