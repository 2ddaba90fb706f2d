import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { clockContract, draftsContract } from "@kibitz/testkit/contracts"
import { afterAll } from "vitest"
import { systemClock } from "./clock.ts"
import { fileDrafts } from "./drafts.ts"

const dir = mkdtempSync(join(tmpdir(), "kibitz-system-"))
afterAll(() => rmSync(dir, { recursive: true, force: true }))
let spools = 0

clockContract("systemClock", () => {
  const clock = systemClock()
  return { clock, pass: (ms) => new Promise((resolve) => clock.after(ms, resolve)) }
})

draftsContract("fileDrafts", () => {
  const spool = join(dir, String(spools++))
  return { drafts: fileDrafts(spool), restarted: () => fileDrafts(spool) }
})
