// Owns: which names no agent may touch, whatever its rights: git's internals, files whose only content is a secret, windows into other
// processes. By name, because the content is what must not be looked at.
import { isSecretFile, isSecretFolder, plainName } from "@kibitz/contract"

/** Words that are folders of keys only where a path is meant. */
const keyFolders = new Set(["keychains", "gcloud"])

const systemSecrets =
  /^\/(private\/)?etc\/(passwd|shadow|gshadow|sudoers|master\.passwd|ssh|krb5\.keytab|ssl\/private)(-|\.d)?(\/|$)/
const processWindow = /^\/proc\/[^/]+\/(task\/[^/]+\/)?(environ|mem|root|cwd|fd|fdinfo|map_files|maps|exe|ns)(\/|$)/

export type OffLimits = { readonly rule: "secret" | "git-internals" | "process-window"; readonly because: string }

/** `segments` are the parts of a path, wherever it leads. */
export function offLimitsName(segments: readonly string[]): OffLimits | null {
  const names = segments.map(plainName)
  if (names.includes(".git")) return { rule: "git-internals", because: "it belongs to git's own files, which no agent may touch" }
  if (names.some((name) => isSecretFolder(name) || (keyFolders.has(name) && names.length > 1))) {
    return { rule: "secret", because: "it lies in a folder that holds keys" }
  }
  return isSecretFile(names.at(-1) ?? "") ? { rule: "secret", because: "files of that name hold secrets" } : null
}

/** The same for an absolute path that has been normalised. */
export function offLimitsPath(absolute: string): OffLimits | null {
  const path = absolute.toLowerCase()
  if (systemSecrets.test(path)) return { rule: "secret", because: "it holds the accounts or keys of this machine" }
  if (processWindow.test(path)) return { rule: "process-window", because: "it looks into a process and from there anywhere" }
  return null
}

const examples = [
  ".env",
  ".env.local",
  ".ssh",
  ".aws",
  ".git",
  ".gnupg",
  ".kube",
  ".docker",
  ".netrc",
  ".npmrc",
  ".pgpass",
  ".git-credentials",
  "id_rsa",
  "id_ed25519",
]

/** Whether a glob that spells out the beginning of a name is aimed at one of these: `.e*`, `.[e]nv`, `id_*`. A bare `*` is not. */
export function globNamesSecret(segment: string): boolean {
  if (segment.length > 100 || !/^(\.|i\w*_|[[?])/.test(segment)) return false
  const pattern = globTokens(segment.toLowerCase())
  return pattern !== null && examples.some((name) => globMatches(pattern, name))
}

/** One character, "*" for any run of them, or a test for one. */
type GlobToken = string | ((char: string) => boolean)

function globTokens(glob: string): GlobToken[] | null {
  const tokens: GlobToken[] = []
  for (let i = 0; i < glob.length; i++) {
    const char = glob[i] ?? ""
    if (char === "?") tokens.push(() => true)
    else if (char === "[") {
      const end = glob.indexOf("]", i + 2)
      if (end < 0) return null
      tokens.push(inBracket(glob.slice(i + 1, end)))
      i = end
    } else tokens.push(char)
  }
  return tokens
}

function inBracket(body: string): (char: string) => boolean {
  const negated = /^[!^]/.test(body)
  const set = negated ? body.slice(1) : body
  // A class such as [[:alpha:]] could be any character.
  if (set.includes("[:")) return () => true
  return (char) => {
    for (let i = 0; i < set.length; i++) {
      const range = set[i + 1] === "-" && i + 2 < set.length
      if (range ? char >= (set[i] ?? "") && char <= (set[i + 2] ?? "") : char === set[i]) return !negated
      if (range) i += 2
    }
    return negated
  }
}

function globMatches(tokens: readonly GlobToken[], name: string): boolean {
  let at = 0
  let token = 0
  let star = -1
  let resume = 0
  while (at < name.length) {
    const here = tokens[token]
    if (here === "*") {
      star = token++
      resume = at
    } else if (here !== undefined && (typeof here === "string" ? here === name[at] : here(name[at] ?? ""))) {
      token++
      at++
    } else if (star >= 0) {
      token = star + 1
      at = ++resume
    } else return false
  }
  while (tokens[token] === "*") token++
  return token === tokens.length
}
