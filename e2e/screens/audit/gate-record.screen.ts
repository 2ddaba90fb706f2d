// What is on record: why a call was allowed, the audit log, the access page; and that all of it is fit for everybody (U27).
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { attentionOn } from "../../driver/attention.ts"
import { axeIn, seriousProblems } from "../../driver/axe.ts"
import { badgeOn } from "../../driver/badge.ts"
import type { Screen as Kibitz } from "../../stage/screen.ts"
import { expect, test } from "../../stage/test.ts"
import { dress, themes } from "../../views/dress.ts"

test("why: any call line answers with its decision, rule, axes, approval and receipt", async ({ start }) => {
  const { page, chat } = await start()
  const attention = attentionOn(page)
  await attention.confined()
  await chat.send("/execute")
  await chat.send("rehearse: run npm install ./nowhere")
  await attention.ready("Approval")
  await attention.press(/^Approve once/)
  await chat.finished()
  await chat.root.getByRole("button", { name: /^Why: run npm install/ }).click()
  const why = chat.root.getByRole("region", { name: "Why" })
  await expect(why).toContainText("Asked you")
  await expect(why).toContainText("rule profile · execution · chat | autonomous | normal | smart")
  await expect(why).toContainText("approved by you")
  await expect(why).toContainText(/exit \d+ .* sha256 [0-9a-f]{12}/)
})

test("the audit log is read by agent, kind and text, opens to each entry, and can be copied and saved whole", async ({
  start,
  folders,
}) => {
  const { app, page, chat } = await start()
  await chat.send("/execute")
  await chat.send("rehearse: gate write")
  await chat.finished()
  await chat.send("/audit")
  const audit = page.getByTestId("audit")
  const rows = audit.getByRole("listitem")
  await expect(rows.first()).toBeVisible()
  await audit.getByLabel("Kind").selectOption("transition")
  await expect(rows).toHaveCount(1)
  await expect(rows.first()).toContainText("phase: planning → execution")
  await audit.getByLabel("Kind").selectOption("")
  await audit.getByLabel("Filter by text").fill("notes/plan.md wrote")
  await expect(audit).toContainText("No match for")
  await audit.getByLabel("Filter by text").fill("plan.md write_file")
  await expect(rows).toHaveCount(2)
  await rows.first().getByRole("button").first().click()
  await expect(rows.first()).toContainText('"mac"')
  await audit.getByRole("button", { name: "Copy as JSONL" }).click()
  await expect(audit).toContainText("Copied 2 entries")
  const saved = join(folders.project, "saved.jsonl")
  const offered = app.evaluate(
    ({ BrowserWindow }, path) =>
      new Promise<unknown>((resolve) => {
        // Stands for the user's answer to the dialog.
        BrowserWindow.getAllWindows()[0]?.webContents.session.once("will-download", (_event, item) => {
          item.setSavePath(path)
          item.once("done", (_done, state) => resolve([state, item.getFilename()]))
        })
      }),
    saved,
  )
  await audit.getByRole("button", { name: "Export JSONL" }).click()
  expect(await offered).toEqual(["completed", "kibitz-audit.jsonl"])
  const lines = readFileSync(saved, "utf8").trimEnd().split("\n")
  // What the filter lets through, and nothing else.
  expect(lines).toHaveLength(2)
  await expect(audit).toContainText("2 entries: choose where to save.")
  for (const line of lines) expect(JSON.parse(line)).toHaveProperty("mac")
})

test("a damaged log is announced in the status bar, and the way from there says what to do", async ({ start, folders }) => {
  const first = await start()
  await attentionOn(first.page).confined()
  await expect(first.page.getByTestId("audit-damaged")).toHaveCount(0)
  await first.quit()
  changeFirstEntry(join(folders.dataDir, "kibitz.db"))
  const { page, settings } = await start()
  await page.getByTestId("audit-damaged").click()
  const log = settings.root.getByRole("region", { name: "Audit log" })
  await expect(log).toContainText("The audit log is damaged:")
  await expect(log).toContainText("Export it now and keep the copy")
  await expect(log.getByRole("button", { name: "Export JSONL" })).toBeInViewport()
})

test("the access page: sandbox, defaults, and a log that is verified on demand", async ({ start }) => {
  const { page, settings } = await start()
  await settings.open()
  await settings.page("Access")
  const sandbox = settings.root.getByRole("region", { name: "Sandbox" })
  await sandbox.getByRole("button", { name: "Look again" }).click()
  await expect(sandbox.getByRole("button", { name: "Look again" })).toBeEnabled()
  const defaults = settings.root.getByRole("region", { name: "New agents in this project" })
  await defaults.getByLabel("Access").selectOption("restricted")
  await expect(defaults.getByLabel("Access")).toHaveValue("restricted")
  await expect(defaults.getByRole("option", { name: /unrestricted/ })).toHaveCount(0)
  await defaults.getByLabel(/counts as a no after/).fill("0")
  await expect(defaults).toContainText("From 1 to 43200 minutes.")
  await defaults.getByLabel(/counts as a no after/).fill("30")
  await page.keyboard.press("Enter")
  const log = settings.root.getByRole("region", { name: "Audit log" })
  await log.getByRole("button", { name: "Verify now" }).click()
  await expect(log).toContainText(/\d+ entries hold/)
})

const views: readonly { readonly name: string; show(kibitz: Kibitz): Promise<unknown> }[] = [
  {
    name: "an approval, opened to similar ones",
    show: async ({ page, chat }) => {
      await attentionOn(page).confined()
      await chat.send("/execute")
      await chat.send("rehearse: run npm install jose@5")
      await attentionOn(page).ready("Approval")
      await attentionOn(page).press(/^Approve similar/)
    },
  },
  {
    name: "what cannot be undone, with others waiting",
    show: async ({ page, chat }) => {
      await chat.send("/execute")
      await chat.send("rehearse: gate many")
      const attention = attentionOn(page)
      await expect(attention.folded).toHaveCount(3)
      await attention.folded.filter({ hasText: "Cannot be undone" }).click()
      await attention.ready(/cannot be undone/i)
      await attention.press(/^Approve/)
      await expect(attention.card.getByRole("button", { name: "Keep it as it is" })).toBeVisible()
      await expect(attention.card).toHaveAttribute("data-listens", "true")
    },
  },
  {
    name: "the posture panel, raising",
    show: async ({ page, chat }) => {
      await chat.send("/mode repair")
      const badge = badgeOn(page)
      await badge.open("Access")
      await badge.choose("unrestricted")
    },
  },
  { name: "the list of commands", show: ({ chat }) => chat.composer.fill("/") },
  {
    name: "the audit log",
    show: async ({ page, chat }) => {
      await chat.send("/audit")
      await page.getByTestId("audit").getByRole("listitem").first().getByRole("button").first().click()
    },
  },
  { name: "the access page", show: ({ chat }) => chat.send("/access") },
  {
    name: "the tree of agents",
    show: async ({ page, chat, overview }) => {
      await chat.send("rehearse: gate team")
      await chat.finished()
      await overview.showTree()
      await expect(page.getByRole("treeitem")).toHaveCount(3)
    },
  },
]

for (const { name, show } of views) {
  test(`U27: ${name}: nothing serious for people who cannot see or point, in either theme`, async ({ start }) => {
    const kibitz = await start()
    await dress(kibitz, "dark")
    await show(kibitz)
    const found: string[] = []
    for (const [at, theme] of themes.entries()) {
      await dress(kibitz, theme)
      found.push(...(await seriousProblems(kibitz.page, axeIn(at))).map((problem) => `${theme}: ${problem}`))
    }
    expect(found).toEqual([])
  })
}

/** As somebody would who has the file and removes what stands in the way. */
function changeFirstEntry(journal: string): void {
  const db = new DatabaseSync(journal)
  for (const { name } of db.prepare("select name from sqlite_schema where type = 'trigger'").all())
    db.exec(`drop trigger ${String(name)}`)
  db.exec("update audit set body = '{}' where entry = 1")
  db.close()
}
