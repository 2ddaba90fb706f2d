import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { toolsContract } from "@kibitz/testkit/contracts"
import { afterAll } from "vitest"
import { fileTools } from "./tools.ts"

const workspace = mkdtempSync(join(tmpdir(), "kibitz-files-"))
writeFileSync(join(workspace, "hello.txt"), "hello\n")
afterAll(() => rmSync(workspace, { recursive: true, force: true }))

toolsContract("fileTools", () => ({ tools: fileTools(), workspace }))
