// Owns: what `npm start -- …` hands on to the window and to the web server alike.
import { resolve } from "node:path"
import { SetupFailure } from "../setup/progress.mjs"

const folders = ["--project", "--data-dir"] as const

/** `calledIn`: where npm was called. Folders are meant from there, and agents see that one unless another is named. */
export function startArguments(given: readonly string[], calledIn: string, usualProject: string | undefined): readonly string[] {
  const args = joined(given).map((argument) => {
    const name = folders.find((folder) => argument.startsWith(`${folder}=`))
    if (name === undefined) return argument
    const folder = argument.slice(name.length + 1)
    if (folder === "" || folder.startsWith("--"))
      throw new SetupFailure(`${name} names no folder`, `write it as ${name} <folder>, for example ${name} ./try.`)
    return `${name}=${resolve(calledIn, folder)}`
  })
  if (args.some((argument) => argument.startsWith("--project="))) return args
  return [`--project=${resolve(calledIn, usualProject || ".")}`, ...args]
}

/** The window's own command line knows a folder only behind an equals sign: written apart it would be passed over, and other data opened. */
function joined(given: readonly string[]): readonly string[] {
  const isFolder = (argument: string | undefined) => folders.some((name) => name === argument)
  return given.flatMap((argument, index) => {
    if (isFolder(given[index - 1])) return []
    return isFolder(argument) ? [`${argument}=${given[index + 1] ?? ""}`] : [argument]
  })
}
