// Owns: what no agent may read or write inside a project, whatever its rights: git's internals and files whose only content is a secret
// (product.md, the gate, step 2). By name, because the content is what must not be looked at.
import { plainName } from "@kibitz/contract"

const secretFolders = new Set([".ssh", ".gnupg", ".aws", ".azure", ".gcloud", ".kube", ".docker", ".password-store"])
const secretNames = new Set([
  ".envrc",
  ".netrc",
  "_netrc",
  ".npmrc",
  ".yarnrc",
  ".pypirc",
  ".pgpass",
  ".my.cnf",
  ".htpasswd",
  ".git-credentials",
  ".vault-token",
  "credentials.json",
  "secrets.json",
  "secrets.yaml",
  "secrets.yml",
  "secrets.toml",
  "terraform.tfstate",
  "terraform.tfvars",
])
const secretPatterns = [
  /^\.env(\..+)?$/,
  /\.(pem|key|p12|pfx|jks|keystore|kdbx|ppk)$/,
  /^id_(rsa|dsa|ecdsa|ed25519)(_sk)?$/,
  /^service[-_]?account.*\.json$/,
]
/** Made to be shared: they show which secrets there are, not the secrets. */
const shared = /^\.env\.(example|sample|template|dist|defaults)$/

/** The reason not to touch it, or null. `segments` are the parts of a path inside the project. */
export function offLimits(segments: readonly string[]): string | null {
  const names = segments.map(plainName)
  // git~1: what `.git` is called on disks that also keep short names.
  if (names.some((name) => /^(\.git|git~\d)$/.test(name))) return "it belongs to git's own files, which agents do not touch"
  if (names.slice(0, -1).some((name) => secretFolders.has(name))) return "it lies in a folder that holds keys"
  const name = names.at(-1) ?? ""
  if (shared.test(name)) return null
  if (secretNames.has(name) || secretPatterns.some((pattern) => pattern.test(name))) return "files of that name hold secrets"
  return null
}
