// Owns: which program "git" is. Settled by absolute path before any project is looked at: a file named git in a project folder must
// never be the one that runs.
import { accessSync, constants, realpathSync, statSync } from "node:fs"
import { delimiter, isAbsolute, join } from "node:path"

const systemFolders =
  process.platform === "win32"
    ? ["C:\\Program Files\\Git\\cmd", "C:\\Program Files\\Git\\bin"]
    : ["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin", "/bin"]
const fileName = process.platform === "win32" ? "git.exe" : "git"

/** The system's own places first, then the absolute folders of the search path. null: there is no git. */
export function findGit(searchPath: string = process.env.PATH ?? ""): string | null {
  const listed = searchPath.split(delimiter).filter((folder) => isAbsolute(folder))
  for (const folder of [...systemFolders, ...listed]) {
    const file = join(folder, fileName)
    if (isProgram(file)) return realpathSync.native(file)
  }
  return null
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}
