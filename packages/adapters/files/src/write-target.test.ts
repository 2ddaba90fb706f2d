import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { runTool } from "@kibitz/testkit/contracts"
import { afterEach, beforeEach, expect, test } from "vitest"
import { contentHash } from "./content-hash.ts"
import { fileTools } from "./tools.ts"

let workspace: string
beforeEach(() => {
  workspace = mkdtempSync(join(tmpdir(), "kibitz-files-"))
  for (const folder of [".github/workflows", "docs", ".husky"]) mkdirSync(join(workspace, folder), { recursive: true })
  writeFileSync(join(workspace, ".github/workflows/ci.yml"), "on: push\n")
  symlinkSync(".github", join(workspace, "g"))
  symlinkSync("../.husky", join(workspace, "docs/h"))
  symlinkSync("docs", join(workspace, "d"))
})
afterEach(() => rmSync(workspace, { recursive: true, force: true }))

async function ask(capability: string, path: string, more: Record<string, string>) {
  const [end] = await runTool(fileTools(), workspace, capability, { path, ...more })
  if (end?.type !== "end") throw new Error("no end")
  return end
}

test("T12: a file that tells programs what to do is not written through a link, and the sentence names it", async () => {
  const real = {
    "g/workflows/new.yml": ".github/workflows/new.yml",
    "g/workflows/deep/er/new.yml": ".github/workflows/deep/er/new.yml",
    "docs/h/pre-commit": ".husky/pre-commit",
    "d/h/pre-commit": ".husky/pre-commit",
    // Not a link, but a spelling that the gate does not take for the file it is.
    ".github/x/../workflows/new.yml": ".github/workflows/new.yml",
  }
  for (const [path, file] of Object.entries(real)) {
    const { ok, output } = await ask("write_file", path, { content: "canary" })
    expect({ ok, output }).toEqual({
      ok: false,
      output: `${path} leads to ${file}, which tells programs or agents what to do. Give the file's own path.`,
    })
    expect(existsSync(join(workspace, file))).toBe(false)
  }
})

test("T12: nor edited", async () => {
  const hash = contentHash(Buffer.from("on: push\n"))
  expect(await ask("edit_file", "g/workflows/ci.yml", { hash, old: "push", new: "canary" })).toMatchObject({
    ok: false,
    output: expect.stringContaining("leads to .github/workflows/ci.yml"),
  })
  expect(readFileSync(join(workspace, ".github/workflows/ci.yml"), "utf8")).toBe("on: push\n")
})

test("T12: by its own path it is written, as the gate has allowed; so is anything else through a link", async () => {
  for (const path of [".github/workflows/new.yml", "AGENTS.md", "d/notes.md", "g/CODEOWNERS"]) {
    expect([path, (await ask("write_file", path, { content: "x" })).ok]).toEqual([path, true])
  }
})
