// Owns: which files a command that waits for the user would delete, so that they can be counted, and how the second step is then named (card law 5).
import type { Json, Survey } from "@kibitz/contract"
import { counted } from "../kernel/counted.ts"
import { textField } from "./fields.ts"
import { readCommand } from "./shell/reader/read-command.ts"
import type { Leaf } from "./shell/types.ts"

const deleting = /^(rm|unlink|shred|rimraf|trash)$/
/** After these, a path no longer starts where the command began. */
const moving = /^(cd|pushd|popd)$/

/** Paths as they are written; null when it deletes nothing, when something else in it is as final, or when they are known only as it runs. */
export function deletedBy(capability: string, input: Json, workspace?: string): readonly string[] | null {
  const command = capability === "bash" ? textField(input, "command") : null
  if (command === null) return null
  const { leaves } = readCommand(command, workspace)
  if (leaves.some(({ words }) => words === null || moving.test(words[0] ?? ""))) return null
  const final = leaves.filter((leaf) => leaf.class === "destructive")
  const paths = final.map(targetsOf)
  return paths.length === 0 || paths.includes(null) ? null : paths.flatMap((some) => some ?? [])
}

function targetsOf({ words, simple }: Leaf): readonly string[] | null {
  const [program = "", ...rest] = words ?? []
  if (!simple || !deleting.test(program)) return null
  const end = rest.indexOf("--")
  const flagged = end < 0 ? rest : rest.slice(0, end)
  const operands = [...flagged.filter((word) => !word.startsWith("-")), ...(end < 0 ? [] : rest.slice(end + 1))]
  return operands.length === 0 ? null : operands
}

/** "Delete 14 files"; of what is not there it cannot say how many. */
export function deletionStep({ files, folders, isCut }: Survey): string | null {
  if (files > 0) return `Delete ${isCut ? "more than " : ""}${counted(files, "file")}`
  return folders > 0 ? `Delete ${counted(folders, "empty folder")}` : null
}
