// Owns: files of a project that later run, or tell a program or an agent what to do (T12, G9). Writing one is always asked for; the gate
// goes by the name that was given, the adapters by where it leads.
import { plainName } from "./plain-name.ts"

const folders = new Set([
  ".claude",
  ".codex",
  ".gemini",
  ".cursor",
  ".windsurf",
  ".continue",
  ".aider",
  ".kibitz",
  ".husky",
  ".githooks",
  ".lefthook",
  ".devcontainer",
  ".circleci",
  ".buildkite",
  ".gitlab",
  ".idea",
  ".cargo",
  ".yarn",
])
const names = new Set([
  ".mcp.json",
  "agents.md",
  "claude.md",
  "gemini.md",
  "agent.md",
  ".cursorrules",
  ".windsurfrules",
  ".clinerules",
  "copilot-instructions.md",
  ".envrc",
  ".npmrc",
  ".yarnrc",
  ".yarnrc.yml",
  ".pnpmfile.cjs",
  ".tool-versions",
  "mise.toml",
  ".gitattributes",
  ".gitmodules",
  ".gitconfig",
  ".lfsconfig",
  ".pre-commit-config.yaml",
  "lefthook.yml",
  ".gitlab-ci.yml",
  ".travis.yml",
  "azure-pipelines.yml",
  "bitbucket-pipelines.yml",
  "jenkinsfile",
  ".drone.yml",
  "cloudbuild.yaml",
  ".bashrc",
  ".bash_profile",
  ".bash_login",
  ".bash_logout",
  ".profile",
  ".zshrc",
  ".zshenv",
  ".zprofile",
  ".zlogin",
  ".inputrc",
  ".vimrc",
  ".exrc",
  ".gdbinit",
  ".lldbinit",
  "config.fish",
  "sitecustomize.py",
  "usercustomize.py",
  "package-lock.json",
  "npm-shrinkwrap.json",
  "yarn.lock",
  "pnpm-lock.yaml",
  "bun.lock",
  "bun.lockb",
  "deno.lock",
  "cargo.lock",
  "poetry.lock",
  "uv.lock",
  "pipfile.lock",
  "gemfile.lock",
  "composer.lock",
  "go.sum",
  "flake.lock",
  "packages.lock.json",
])
const below = [
  [".github", "workflows"],
  [".github", "actions"],
  [".vscode", "tasks.json"],
  [".vscode", "settings.json"],
  [".vscode", "launch.json"],
  [".vscode", "mcp.json"],
] as const

export function isSensitivePath(path: string): boolean {
  const segments = path
    .replaceAll("\\", "/")
    .split("/")
    .filter((segment) => segment !== "" && segment !== ".")
    .map(plainName)
  if (segments.some((segment) => folders.has(segment))) return true
  if (names.has(segments.at(-1) ?? "")) return true
  return below.some(([folder, inside]) => segments.some((segment, index) => segment === folder && segments[index + 1] === inside))
}

/** Whether a folder of this name is one of them, or holds some of them by fixed names: there one could be made. */
export function isSensitiveFolder(name: string): boolean {
  const plain = plainName(name)
  return folders.has(plain) || below.some(([folder]) => folder === plain)
}
