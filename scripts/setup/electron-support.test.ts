// Electron supports its three newest majors, with a new one every eight weeks: a major is out of support when the third after it appears.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { root } from "./paths.mjs"

/** When each major came out; the last day of support follows from it. */
const released: Record<string, string> = { "43": "2026-07-01", "44": "2026-08-25", "45": "2026-10-21" }
const SUPPORT_WEEKS = 24

test("1a-16 the Electron we pin is still supported, or it is time to pin a newer one", () => {
  const { devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    devDependencies: Record<string, string>
  }
  const version = devDependencies.electron ?? ""
  const day = released[version.split(".")[0] ?? ""]
  expect(version, "pinned exactly").toMatch(/^\d+\.\d+\.\d+$/)
  expect(day, `add the release day of Electron ${version}'s major to this test`).toBeTruthy()
  const lastDay = Temporal.PlainDate.from(day ?? "1970-01-01").add({ weeks: SUPPORT_WEEKS })
  expect(Temporal.PlainDate.compare(Temporal.Now.plainDateISO(), lastDay), `supported until about ${lastDay}`).toBeLessThan(0)
})
