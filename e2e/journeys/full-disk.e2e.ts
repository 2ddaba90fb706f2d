// The disk fills up while agents work (F12): they come to a halt, nothing is lost, and they go on by themselves when there is room.
import { existsSync } from "node:fs"
import { join } from "node:path"
import { mountSmallDisk, type SmallDisk } from "../driver/small-disk.ts"
import { expect, test } from "../driver/test.ts"

let disk: SmallDisk | null = null
test.afterEach(() => {
  disk?.unmount()
  disk = null
})

test("F12: a full disk is said, what the user says is still saved, no model is asked; with room again the turn goes on", async ({
  folders,
  start,
}) => {
  test.setTimeout(120_000)
  disk = mountSmallDisk(folders.dataDir, 96)
  if (disk === null) {
    test.info().annotations.push({ type: "limited", description: "only root can mount a small disk" })
    return
  }
  const { chat, page, quit } = await start()
  await chat.send("hello")
  await chat.finished()
  const reserve = join(folders.dataDir, "reserve")
  await expect.poll(() => existsSync(reserve), { timeout: 30_000 }).toBe(true)

  disk.fill()
  await chat.send("Show me markdown")
  const banner = page.getByTestId("full-disk")
  await expect(banner).toHaveText(
    /The disk is full\. Agents pause at their next model call, nothing is lost\. Free some space to go on\./,
  )
  expect(existsSync(reserve)).toBe(false)
  await expect(chat.root).toContainText("Show me markdown")
  await expect(chat.workingLine).toContainText("waits for a free request")
  await expect(chat.replies).toHaveCount(1)

  disk.empty()
  await expect(banner).toHaveCount(0, { timeout: 30_000 })
  await chat.finished()
  expect((await chat.conversation()).filter(({ who }) => who === "reply")).toHaveLength(2)
  await expect.poll(() => existsSync(reserve)).toBe(true)
  await quit()
})
