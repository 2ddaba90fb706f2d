// Owns: which files make programs run on this machine or another, just by being there: they are named apart wherever changes are shown
// or committed (G9).

const folders = [
  ".github/workflows",
  ".github/actions",
  ".gitlab",
  ".circleci",
  ".husky",
  ".githooks",
  ".vscode",
  ".idea",
  ".devcontainer",
  ".claude",
  ".cursor",
]
const names = new Set([
  "package.json",
  "makefile",
  "gnumakefile",
  "justfile",
  "rakefile",
  "dockerfile",
  "jenkinsfile",
  "build.gradle",
  "build.gradle.kts",
  "pom.xml",
  "build.rs",
  "setup.py",
  "conftest.py",
  "noxfile.py",
  "tox.ini",
  "lefthook.yml",
  "azure-pipelines.yml",
  "docker-compose.yml",
  "compose.yaml",
  "compose.yml",
  ".gitlab-ci.yml",
  ".travis.yml",
  ".pre-commit-config.yaml",
  ".lintstagedrc",
  ".mcp.json",
  ".gitattributes",
  ".gitmodules",
  ".bashrc",
  ".profile",
  ".zshrc",
])
const patterns = [
  /\.(sh|bash|zsh|fish|ps1|bat|cmd)$/,
  /^(vite|vitest|webpack|rollup|jest|babel|eslint|next|nuxt|svelte)\.config\.[cm]?[jt]s$/,
]

export function runsPrograms(path: string): boolean {
  const plain = path.toLowerCase()
  const name = plain.slice(plain.lastIndexOf("/") + 1)
  if (names.has(name) || patterns.some((pattern) => pattern.test(name))) return true
  if (plain.split("/").slice(0, -1).includes("hooks")) return true
  return folders.some((folder) => plain.startsWith(`${folder}/`) || plain.includes(`/${folder}/`))
}
