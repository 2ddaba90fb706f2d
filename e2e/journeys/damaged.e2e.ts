// A journal with a destroyed page (F14): what can be read is put in its place after the user has said yes, and the damaged one is kept.
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import type { TestFolders } from "../driver/folders.ts"
import { startPlainly } from "../driver/plain-start.ts"
import { expect, test } from "../driver/test.ts"

const require = join(import.meta.dirname, "..", "driver", "answering-main.cjs")
const answering = (label: string) => ({ require, env: { KIBITZ_QUIET_FAILURES: "0", E2E_ANSWER: label } })

/** The page that holds these words is no page any more. */
function destroy({ dataDir }: TestFolders, words: string): Buffer {
  const file = join(dataDir, "kibitz.db")
  const db = new DatabaseSync(file)
  // Otherwise a start would not look at what happened before it.
  db.exec("delete from world_snapshot")
  db.exec("pragma wal_checkpoint(truncate)")
  db.close()
  const bytes = readFileSync(file)
  const page = Math.floor(bytes.indexOf(words) / 4096) * 4096
  expect(page).toBeGreaterThan(4096)
  const damaged = bytes.fill(0xff, page, page + 4096)
  writeFileSync(file, damaged)
  return damaged
}

const kept = ({ dataDir }: TestFolders) => readdirSync(dataDir).filter((name) => name.includes(".damaged-"))

test("F14: Quit is what Enter gives and leaves everything as it is; Restore brings back what can be read, and work goes on", async ({
  folders,
  start,
}) => {
  const first = await start()
  await first.chat.send("hello")
  await first.chat.finished()
  await first.chat.send("Show me markdown")
  await first.chat.finished()
  await first.chat.send("the last thing that was said")
  await first.chat.finished()
  await first.quit()
  const damaged = destroy(folders, "the last thing that was said")

  const run = startPlainly(folders, answering("Quit"))
  expect(await run.ended).toEqual({ code: 0, signal: null })
  const asked = JSON.parse(/^asked (.*)$/m.exec(run.errors())?.[1] ?? "{}")
  expect(asked).toMatchObject({
    message: "The project's journal is damaged.",
    buttons: ["Restore", "Quit"],
    defaultId: 1,
    cancelId: 1,
  })
  expect(asked.detail).toMatch(
    /^\d+ (of \d+ )?entries can be read, up to .*What came after that is missing\. The damaged journal stays/,
  )
  expect(readFileSync(join(folders.dataDir, "kibitz.db")).equals(damaged)).toBe(true)
  expect(kept(folders)).toEqual([])

  const { chat } = await start(answering("Restore"))
  const said = (await chat.conversation()).filter(({ who }) => who === "you").map(({ text }) => text)
  expect(said[0]).toContain("hello")
  const [name = "", ...more] = kept(folders)
  expect(more).toEqual([])
  expect(readFileSync(join(folders.dataDir, name)).equals(damaged)).toBe(true)
  await chat.send("and on we go")
  await chat.finished()
})

test("F16: a journal that was replaced by an older copy is not opened without a word; Restore continues with what it has", async ({
  folders,
  start,
}) => {
  const file = join(folders.dataDir, "kibitz.db")
  const first = await start()
  await first.chat.send("hello")
  await first.chat.finished()
  await first.quit()
  const older = readFileSync(file)
  const second = await start()
  await second.chat.send("written after the copy was made")
  await second.chat.finished()
  await second.quit()
  writeFileSync(file, older)

  const run = startPlainly(folders, answering("Quit"))
  expect(await run.ended).toEqual({ code: 0, signal: null })
  const asked = JSON.parse(/^asked (.*)$/m.exec(run.errors())?.[1] ?? "{}")
  expect(asked).toMatchObject({ message: "Entries are missing from the project's journal.", buttons: ["Restore", "Quit"] })
  expect(asked.detail).toMatch(
    /it has \d+ entries, but \d+ were written.*Put the right files back.*\n\n\d+ of \d+ entries can be read/s,
  )
  expect(readFileSync(file).equals(older)).toBe(true)

  const { chat } = await start(answering("Restore"))
  const said = (await chat.conversation()).filter(({ who }) => who === "you").map(({ text }) => text)
  expect(said.join()).toContain("hello")
  expect(said.join()).not.toContain("written after")
})
