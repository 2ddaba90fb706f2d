// Choosing the project folder: the system's own dialog, and a new start of Kibitz in the folder that was chosen (ux 1.4).
import { mkdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "../driver/test.ts"

test("the project folder is chosen with the system's own dialog: Kibitz starts anew in it; one that is in use keeps what it has", async ({
  start,
  folders,
}) => {
  const { app, page, chat, overview } = await start({ join: false })
  const other = join(folders.project, "..", "other")
  mkdirSync(other)
  // Stands for the user's answer, and for the new start, which the test would not be told of.
  await app.evaluate(({ app: self, dialog }, folder) => {
    const told: { args?: readonly string[]; quit?: boolean } = {}
    Object.assign(globalThis, { told })
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [folder] })
    self.relaunch = (options) => {
      told.args = options?.args ?? []
    }
    const { quit } = self
    self.quit = () => {
      told.quit = true
      self.quit = quit
    }
  }, other)
  const welcome = page.getByTestId("welcome")
  await expect(welcome).toContainText(folders.project)
  await welcome.getByRole("button", { name: "Browse…" }).click()
  const told = () => app.evaluate(() => (globalThis as unknown as { told: { args?: string[]; quit?: boolean } }).told)
  await expect.poll(told).toMatchObject({ args: expect.arrayContaining([`--project=${other}`]), quit: true })
  expect((await told()).args).not.toContain(`--project=${folders.project}`)
  expect(JSON.parse(readFileSync(join(folders.dataDir, "project.json"), "utf8"))).toEqual({ folder: other })
  await overview.join("Jake")
  await chat.send("hello")
  await chat.finished()
  await page.keyboard.press("Control+k")
  await expect(page.getByTestId("palette")).toBeVisible()
  await page.keyboard.type("show the welcome")
  await page.keyboard.press("Enter")
  await expect(welcome).toBeVisible()
  // Somebody has worked here now: another folder is another project, with data of its own.
  await app.evaluate(({ app: self }) => {
    const { quit } = self
    self.quit = () => {
      self.quit = quit
    }
  })
  await welcome.getByRole("button", { name: "Browse…" }).click()
  await expect.poll(told).toMatchObject({ args: expect.arrayContaining([expect.stringMatching(/^--data-dir=.*other-projects/)]) })
  expect(JSON.parse(readFileSync(join(folders.dataDir, "project.json"), "utf8"))).toEqual({ folder: folders.project })
})
