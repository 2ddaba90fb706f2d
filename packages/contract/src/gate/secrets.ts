// Owns: the names of files and folders that hold nothing but a secret (product.md, the gate, step 2). By name, because the content is what
// must not be looked at. The gate goes by the name that was given, the adapters by where it leads. Names are compared as `plainName` gives them.

const folders = new Set([".ssh", ".gnupg", ".aws", ".azure", ".gcloud", ".kube", ".docker", ".password-store"])
const names = new Set([
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
const patterns = [
  /^\.env(\..+)?$/,
  /^.+\.(pem|key|p12|pfx|jks|keystore|kdbx|ppk)$/,
  /^id_(rsa|dsa|ecdsa|ed25519)(_sk)?$/,
  /^service[-_]?account.*\.json$/,
]
/** Made to be shared: they show which secrets there are, not the secrets. */
const shared = /^\.env\.(example|sample|template|dist|defaults)$/

export function isSecretFolder(name: string): boolean {
  return folders.has(name)
}

export function isSecretFile(name: string): boolean {
  return !shared.test(name) && (names.has(name) || patterns.some((pattern) => pattern.test(name)))
}
