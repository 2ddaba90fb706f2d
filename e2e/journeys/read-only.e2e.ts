// A project that another Kibitz has open (ux 6, F18): it can be looked at without touching it, or switched to.
import { readdirSync } from "node:fs"
import { join } from "node:path"
import type { TestFolders } from "../driver/folders.ts"
import { type Holder, holdJournal } from "../driver/journal-holder.ts"
import { startPlainly } from "../driver/plain-start.ts"
import { expect, test } from "../driver/test.ts"

const require = join(import.meta.dirname, "..", "driver", "answering-main.cjs")
const answering = (label: string) => ({ require, env: { KIBITZ_QUIET_FAILURES: "0", E2E_ANSWER: label } })
const copies = ({ dataDir }: TestFolders) => readdirSync(dataDir).filter((name) => name.startsWith("read-only-"))

let holder: Holder | null = null
test.afterEach(async () => {
  await holder?.release()
  holder = null
})

test("F18: Switch to it opens the page of `kibitz web`, without a token, and leaves; Enter is read-only and Escape is Quit", async ({
  folders,
}) => {
  holder = await holdJournal(folders, "web")
  const address = new URL(holder.said)
  const run = startPlainly(folders, answering("Switch to it"))
  expect(await run.ended).toEqual({ code: 0, signal: null })
  const asked = JSON.parse(/^asked (.*)$/m.exec(run.errors())?.[1] ?? "{}")
  expect(asked).toMatchObject({
    title: "Kibitz",
    message: "Another Kibitz window has this project open.",
    buttons: ["Open read-only", "Switch to it", "Quit"],
    defaultId: 0,
    cancelId: 2,
  })
  expect(asked.detail).toContain(`It is open in a browser at ${address.origin}/ (kibitz web, process ${holder.pid}, since `)
  expect(run.errors()).toContain(`opened ${address.origin}/\n`)
  expect(run.errors()).not.toContain(address.searchParams.get("token"))
})

test("F18: a `kibitz rpc` has no window, which is said, and Quit leaves everything as it was", async ({ folders }) => {
  holder = await holdJournal(folders)
  const run = startPlainly(folders, answering("Quit"))
  expect(await run.ended).toEqual({ code: 0, signal: null })
  const asked = JSON.parse(/^asked (.*)$/m.exec(run.errors())?.[1] ?? "{}")
  expect(asked).toMatchObject({
    message: "Another Kibitz has this project open.",
    buttons: ["Open read-only", "Quit"],
    cancelId: 1,
  })
  expect(asked.detail).toMatch(new RegExp(`It is kibitz rpc \\(process ${holder.pid}, since .*\\), which has no window\\.`))
  expect(copies(folders)).toEqual([])
  await holder.tell("still here")
})
