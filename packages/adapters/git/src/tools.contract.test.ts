import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Tools } from "@kibitz/ports"
import { toolsContract } from "@kibitz/testkit/contracts"
import { afterAll } from "vitest"
import { fileTools } from "../../files/src/index.ts"
import { gitTools } from "./tools.ts"

const workspace = mkdtempSync(join(tmpdir(), "kibitz-git-"))
writeFileSync(join(workspace, "hello.txt"), "hello\n")
afterAll(() => rmSync(workspace, { recursive: true, force: true }))

/** The suite's call that works is read_file; everything else is asked of git. */
function withReading(git: Tools): Tools {
  const files = fileTools()
  return { run: (permit, signal) => (permit.capability === "read_file" ? files : git).run(permit, signal) }
}

toolsContract("gitTools", () => ({ tools: withReading(gitTools()), workspace }))
