import { expect, test } from "vitest"
import { webPreferences } from "./web-preferences.ts"

test("1a-2, 1a-3, 1a-4: no Node, own world, sandbox", () => {
  expect(webPreferences("/app/preload.cjs", false)).toMatchObject({
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    spellcheck: false,
    devTools: false,
  })
})

test("1a-6, 1a-8, 1a-9, 1a-10, 1a-11, 1a-12: the settings whose defaults are the safe ones are not touched at all", () => {
  expect(Object.keys(webPreferences("/app/preload.cjs", true)).sort()).toEqual([
    "backgroundThrottling",
    "contextIsolation",
    "devTools",
    "navigateOnDragDrop",
    "nodeIntegration",
    "preload",
    "sandbox",
    "spellcheck",
  ])
})
