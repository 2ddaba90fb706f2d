// Owns: where everything lies, and that the data folder is private before anything is put into it.
import { mkdirSync, statSync } from "node:fs"
import { join } from "node:path"
import { app } from "electron"
import { withKeptProject } from "../launch/kept-project.ts"
import { ensurePrivateFolder } from "../launch/private-folder.ts"
import { isRefusal, type Launch, readLaunch } from "../launch/read-launch.ts"

export type Paths = {
  readonly launch: Launch
  readonly preload: string
  readonly renderer: string
  readonly resources: string
}

/** `entryFolder` is where the main bundle lies: everything that is shipped is found from there. */
export function paths({ entryFolder }: { readonly entryFolder: string }): Paths {
  // Files that Chromium and SQLite make on their own get no wider rights than ours (T20).
  process.umask(0o077)
  app.setName("Kibitz")
  const read = readLaunch({
    argv: process.argv,
    env: process.env,
    packaged: app.isPackaged,
    cwd: process.cwd(),
    appData: app.getPath("appData"),
    documents: app.getPath("documents"),
  })
  if (isRefusal(read)) throw new Error(read.refused)
  ensurePrivateFolder(read.dataDir)
  const launch = withKeptProject(read)
  ensureWorkspace(launch)
  // The single-instance lock is per userData folder: two projects with two data folders may run side by side.
  app.setPath("userData", launch.dataDir)
  app.setPath("sessionData", join(launch.dataDir, "browser"))
  app.setPath("crashDumps", join(launch.dataDir, "browser", "crashes"))
  return {
    launch,
    preload: join(entryFolder, "preload.cjs"),
    renderer: join(entryFolder, "..", "renderer"),
    resources: app.isPackaged ? process.resourcesPath : join(entryFolder, "..", "..", "resources"),
  }
}

function ensureWorkspace(launch: Launch): void {
  if (!launch.workspaceChosen) mkdirSync(launch.workspace, { recursive: true })
  if (!statSync(launch.workspace, { throwIfNoEntry: false })?.isDirectory())
    throw new Error(`There is no folder at ${launch.workspace}. Start Kibitz with --project=<folder>.`)
}
