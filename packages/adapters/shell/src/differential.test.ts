// The gate against the kernel: what the gate takes for reading is run where it could write, and must not have written.
import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { cpSync, lstatSync, readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs"
import { join } from "node:path"
import { readCommand } from "@kibitz/domain"
import { allRows } from "@kibitz/domain/corpus"
import { beforeAll, expect, test } from "vitest"
import { readingCommands } from "./testing/reading-commands.ts"
import { describeSandboxed, inside, newStage, run } from "./testing/stage.ts"

const files = {
  "a.txt": "alpha\nbeta\n",
  "b.txt": "beta\ngamma\n",
  "src/main.ts": "export const answer = 42 // TODO\n",
  "src/deep/list.json": '{ "name": "x", "items": [1, 2, 3] }\n',
  "package.json": '{ "name": "p", "version": "1.0.0" }\n',
  "notes.md": "# Notes\n",
}

await describeSandboxed("a command that the gate calls reading", (sandbox) => {
  const known = new Set([...readingCommands, ...allRows.map(([command]) => command)])
  const asReading = [...known].filter((command) => readCommand(command).class === "read")
  const template = newStage(files)

  /** What the command changed in a fresh copy of the project that it may write to. */
  async function changes(command: string): Promise<boolean> {
    const stage = newStage()
    cpSync(template.workspace, stage.workspace, { recursive: true, preserveTimestamps: true })
    // A copy has new inodes: git would note them in its index at the first look, which is no change of anything.
    spawnSync("git", ["status", "-s"], { cwd: stage.workspace })
    const before = fingerprint(stage.workspace)
    const { output } = await run(stage, sandbox, command, { confinement: inside, timeoutSeconds: 10 })
    expect(output).not.toContain("The sandbox could not be built")
    const isChanged = fingerprint(stage.workspace) !== before
    rmSync(stage.folder, { recursive: true, force: true })
    return isChanged
  }

  beforeAll(async () => {
    const commit = "git init -q && git add -A && git -c user.name=n -c user.email=e@e commit -qm first && git status -s"
    expect(await run(template, sandbox, commit)).toMatchObject({ ok: true })
  })

  test("there are enough of them to mean something, and a change would be seen", async () => {
    expect(asReading.length).toBeGreaterThan(250)
    expect(await changes("touch c.txt")).toBe(true)
    expect(await changes("chmod 600 a.txt")).toBe(true)
    expect(await changes("git branch new")).toBe(true)
  })

  test("GATE: changes no file, even where it could", async () => {
    const changed: string[] = []
    for (const command of asReading) if (await changes(command)) changed.push(command)
    expect(changed).toEqual([])
  }, 300_000)
})

/** Names, kinds, modes, contents and link targets of everything; not the times. */
function fingerprint(folder: string): string {
  const hash = createHash("sha256")
  const visit = (path: string, name: string) => {
    const stats = lstatSync(path)
    hash.update(`${name}\0${stats.mode}\0`)
    if (stats.isSymbolicLink()) hash.update(readlinkSync(path))
    else if (stats.isFile()) hash.update(readFileSync(path))
    else if (stats.isDirectory()) for (const child of readdirSync(path).sort()) visit(join(path, child), `${name}/${child}`)
  }
  visit(folder, "")
  return hash.digest("hex")
}
