// Owns: folders that a test may fill and that are gone afterwards.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

export type TestFolders = { readonly dataDir: string; readonly project: string; remove(): void }

/** The data folder is left for the app to make. `name`: always the same folder, for what must look the same every time. */
export function makeFolders(name?: string): TestFolders {
  const home = name === undefined ? mkdtempSync(join(tmpdir(), "kibitz-e2e-")) : join(tmpdir(), name)
  if (name !== undefined) rmSync(home, { recursive: true, force: true })
  const project = join(home, "shop")
  mkdirSync(project, { recursive: true })
  writeFileSync(join(project, "README.md"), "# Shop\n\nA small shop, for tests.\n")
  return {
    dataDir: join(home, "data"),
    project,
    remove: () => rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }),
  }
}
