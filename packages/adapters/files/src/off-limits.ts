// Owns: what no agent may read or write inside a project, whatever its rights: git's internals and files whose only content is a secret
// (product.md, the gate, step 2). By name, because the content is what must not be looked at.
import { isSecretFile, isSecretFolder, plainName } from "@kibitz/contract"

/** The reason not to touch it, or null. `segments` are the parts of a path inside the project. */
export function offLimits(segments: readonly string[]): string | null {
  const names = segments.map(plainName)
  // git~1: what `.git` is called on disks that also keep short names.
  if (names.some((name) => /^(\.git|git~\d)$/.test(name))) return "it belongs to git's own files, which agents do not touch"
  if (names.slice(0, -1).some(isSecretFolder)) return "it lies in a folder that holds keys"
  const name = names.at(-1) ?? ""
  // A file whose whole name is `.key` is one too; in a command that word may be anything, so the common rule leaves it out.
  return isSecretFile(name) || isSecretFile(`x${name}`) ? "files of that name hold secrets" : null
}
