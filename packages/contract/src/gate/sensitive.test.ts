import { describe, expect, it } from "vitest"
import { isSensitiveFolder, isSensitivePath } from "./sensitive.ts"

describe("files that tell programs or agents what to do", () => {
  it("T12: are known by name, wherever they lie and however the name is spelled", () => {
    const all = [
      "AGENTS.md",
      "web/Claude.md",
      "a/package-lock.json",
      ".husky/pre-commit",
      "x/.claude/settings.json",
      ".github/workflows/ci.yml",
      ".GitHub\\Workflows\\ci.yml",
      "./.vscode/tasks.json",
      ".bashrc. ",
    ]
    for (const path of all) expect([path, isSensitivePath(path)]).toEqual([path, true])
  })

  it("T12: are few: ordinary files beside them are not", () => {
    const none = ["src/a.ts", ".github/CODEOWNERS", ".vscode/extensions.json", "workflows/ci.yml", "agents.md/notes.txt", "", "."]
    for (const path of none) expect([path, isSensitivePath(path)]).toEqual([path, false])
  })

  it("T12: folders count where one of them could be made", () => {
    expect([".github", ".VSCODE", ".husky", ".claude"].map(isSensitiveFolder)).toEqual([true, true, true, true])
    expect(["src", "workflows", "AGENTS.md"].map(isSensitiveFolder)).toEqual([false, false, false])
  })
})
