// The posture in the title bar and the commands that change it, on the real app (AXS-3, 4, 6, 9; ux 2.10, 4).
import { attentionOn } from "../../driver/attention.ts"
import { badgeOn } from "../../driver/badge.ts"
import { expect, test } from "../../stage/test.ts"

test("AXS-9: badge and window title say the posture, and grow short without losing what must not be overlooked", async ({
  start,
}) => {
  const { app, page, chat } = await start()
  const badge = badgeOn(page)
  await expect(page).toHaveTitle("Jake [chat|A|normal|smart] shop — Kibitz")
  await chat.send("/mode review --permission-profile trusted")
  await badge.confirm("trusted")
  await expect(page).toHaveTitle("Jake [review|A|trusted|smart] shop — Kibitz")
  await expect(badge.segment("Access")).toContainText("trusted")
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.setZoomFactor(2))
  await expect(badge.segment("Access")).toHaveText(/^trustedT$/)
  await expect(badge.segment("Access").getByText("T", { exact: true })).toBeVisible()
  await expect(badge.segment("Work").getByText("review")).toBeVisible()
  await expect(badge.segment("Access")).toHaveAccessibleName("Access: trusted")
  await expect(badge.root.getByTestId("badge")).toHaveAccessibleName("Posture of Jake")
  await expect(badge.root.getByTestId("phase")).toHaveAccessibleName(/^Phase: (planning|execution)$/)
})

test("lowering is one step, raising is two, unrestricted wants its name", async ({ start }) => {
  const { page } = await start()
  const badge = badgeOn(page)
  await badge.open("Access")
  await badge.choose("restricted")
  await expect(badge.segment("Access")).toHaveAccessibleName("Access: restricted")
  await badge.choose("trusted")
  await expect(badge.segment("Access")).toHaveAccessibleName("Access: restricted")
  await expect(badge.panel).toContainText("builds, tests, installs packages and commits without asking")
  // Enter where the focus is does not confirm.
  await page.keyboard.press("Enter")
  await expect(badge.segment("Access")).toHaveAccessibleName("Access: restricted")
  await badge.choose("Confirm trusted")
  await expect(badge.segment("Access")).toHaveAccessibleName("Access: trusted")
  await badge.choose("unrestricted")
  const confirm = badge.panel.getByRole("button", { name: "Confirm unrestricted" })
  await expect(confirm).toBeDisabled()
  await badge.panel.getByLabel(/type the word/).fill("unrestricted")
  await confirm.click()
  await expect(badge.segment("Access")).toHaveText(/UNRESTRICTED/)
  await page.keyboard.press("Escape")
  await expect(badge.panel).toHaveCount(0)
})

test("ux 2.10: a command that raises asks first and Enter alone confirms nothing; one that lowers is done; /execute has an undo line", async ({
  start,
}) => {
  const { page, chat } = await start()
  const badge = badgeOn(page)
  await chat.send("/control manual")
  await expect(badge.segment("Control")).toHaveAccessibleName("Control: manual")
  await chat.send("/mode build --autonomous --permission-profile trusted")
  await expect(badge.raise).toContainText("builds, tests, installs packages and commits without asking")
  await page.keyboard.press("Enter")
  await page.keyboard.press("Space")
  await expect(badge.raise).toBeVisible()
  await page.keyboard.press("Escape")
  await expect(badge.raise).toHaveCount(0)
  await expect(badge.segment("Access")).toHaveAccessibleName("Access: normal")
  await expect(badge.segment("Work")).toHaveAccessibleName("Work: chat")
  await chat.send("/mode build --autonomous --permission-profile trusted")
  await badge.confirm("trusted, autonomous")
  await expect(badge.segment("Access")).toHaveAccessibleName("Access: trusted")
  await expect(badge.segment("Control")).toHaveAccessibleName("Control: autonomous")
  await expect(chat.composer).toBeFocused()
  await chat.send("/permission-profile unrestricted")
  const confirm = badge.raise.getByRole("button", { name: "Confirm unrestricted" })
  await expect(confirm).toBeDisabled()
  await badge.raise.getByLabel(/type the word/).fill("unrestricted")
  await confirm.click()
  await expect(badge.segment("Access")).toHaveText(/UNRESTRICTED/)
  await chat.send("/execute")
  await expect(badge.segment("Phase")).toHaveAccessibleName("Phase: execution")
  await page.getByTestId("undo").filter({ hasText: "planning → execution" }).getByRole("button", { name: "Undo" }).click()
  await expect(badge.segment("Phase")).toHaveAccessibleName("Phase: planning")
  await expect(page.getByTestId("undo")).toHaveCount(0)
})

test("what was said of a posture is gone when it is no longer so", async ({ start }) => {
  const { page, chat } = await start()
  const line = page.getByText("Jake is autonomous already.")
  await chat.composer.focus()
  await page.keyboard.press("Control+Shift+A")
  await expect(line.first()).toBeVisible()
  await page.keyboard.press("Control+Shift+S")
  await expect(line).toHaveCount(0)
})

test("AXS-3: a kind of work suggests its phase in one line, switches nothing, and can be followed or dismissed", async ({
  start,
}) => {
  const { page, chat } = await start()
  const badge = badgeOn(page)
  await chat.send("/mode build")
  await expect(badge.suggestion).toContainText("Build works best in execution.")
  await expect(badge.segment("Phase")).toHaveAccessibleName("Phase: planning")
  await badge.suggestion.getByRole("button", { name: "/execute" }).click()
  await expect(badge.raise).toContainText("may then write files and run commands")
  await expect(badge.segment("Phase")).toHaveAccessibleName("Phase: planning")
  await badge.confirm("execution")
  await expect(badge.segment("Phase")).toHaveAccessibleName("Phase: execution")
  await expect(badge.suggestion).toHaveCount(0)
  await chat.send("/mode plan")
  await badge.suggestion.getByRole("button", { name: "Dismiss" }).click()
  await expect(badge.suggestion).toHaveCount(0)
  await expect(badge.segment("Phase")).toHaveAccessibleName("Phase: execution")
})

test("AXS-6: a change for a busy agent waits, is shown as waiting, and can be taken back", async ({ start }) => {
  const { page, chat } = await start({ pace: 0.5 })
  const badge = badgeOn(page)
  await chat.send("Tell me a long story")
  await chat.streaming(20)
  await badge.open("Work")
  await badge.panel.getByLabel(/is working. Changes hold/).selectOption("after this unit")
  await badge.choose("review")
  await expect(badge.segment("Work")).toHaveAccessibleName("Work: chat, will be review after this unit")
  await expect(badge.segment("Work")).toContainText("→ review")
  await badge.panel.getByRole("button", { name: "Take back" }).click()
  await expect(badge.segment("Work")).toHaveAccessibleName("Work: chat")
})

test("commands complete, run, answer in the transcript, and are never said to the agent", async ({ start }) => {
  const { page, chat } = await start()
  await chat.composer.pressSequentially("/sta")
  const list = page.getByRole("listbox", { name: "Commands" })
  await expect(list.getByRole("option", { name: /^\/status/ })).toBeVisible()
  await page.keyboard.press("Tab")
  await expect(chat.composer).toHaveValue("/status")
  await page.keyboard.press("Enter")
  await expect(chat.composer).toHaveValue("")
  await expect(chat.root.getByRole("article", { name: /^Kibitz/ })).toContainText("/status")
  await chat.send("/exeucte")
  await expect(chat.composer).toHaveValue("/exeucte")
  await expect(page.getByRole("alert").filter({ hasText: "Did you mean /execute?" })).toBeVisible()
  await chat.send("/sf next")
  await expect(page.getByRole("alert").filter({ hasText: "There is no /sf." })).toBeVisible()
  await chat.composer.fill("/mo")
  for (const key of ["ArrowDown", "ArrowUp"]) await page.keyboard.press(key)
  await page.keyboard.press("Enter")
  await expect(chat.composer).toHaveValue("/mode ")
  await page.keyboard.type("rep")
  await page.keyboard.press("ArrowDown")
  await page.keyboard.press("Enter")
  await expect(badgeOn(page).segment("Work")).toHaveAccessibleName("Work: repair")
  await chat.send("/usr/bin is a folder")
  await chat.finished()
  await expect(chat.yours).toHaveCount(1)
})

test("commands that only show something open it: settings, keys, audit, access", async ({ start }) => {
  const { page, chat, settings } = await start()
  for (const [line, what] of [
    ["/settings", settings.root],
    ["/access", settings.root.getByRole("region", { name: "Sandbox" })],
    ["/keys", page.getByTestId("shortcut-sheet")],
    ["/audit", page.getByTestId("audit").getByLabel("Filter by text")],
  ] as const) {
    await chat.send(line)
    await expect(what).toBeVisible()
    await page.keyboard.press("Escape")
    await expect(what).toHaveCount(0)
    await expect(chat.composer).toHaveValue("")
  }
})

test("children have a place in the tree, chats of their own, and messages that are not mistaken for the user's", async ({
  start,
}) => {
  const { page, chat, overview } = await start()
  const badge = badgeOn(page)
  const attention = attentionOn(page)
  await chat.send("rehearse: gate team")
  await chat.finished()
  await expect(attention.counter).toContainText("1 needs you")
  await chat.composer.fill("kept for Jake")
  await overview.showTree()
  await expect(overview.row("Ed")).toHaveAttribute("aria-level", "2")
  await badge.goTo("Ed")
  const ed = page.getByRole("region", { name: "Chat with Ed" })
  await expect(ed).toBeVisible()
  await expect(chat.composer).toBeFocused()
  await expect(chat.composer).toHaveValue("")
  await expect(ed.getByRole("article", { name: /^Jake/ }).first()).toContainText("Message from Jake, an agent")
  await badge.goTo("Jake")
  await expect(chat.composer).toHaveValue("kept for Jake")
})

test("a name in front sends a message or a command to another agent, and one that nobody has is refused in place", async ({
  start,
}) => {
  const { page, chat } = await start()
  await chat.send("rehearse: gate team")
  await chat.finished()
  await chat.send("@Edd hello")
  await expect(page.locator(".composer-hint")).toContainText("Did you mean @Ed?")
  await expect(chat.composer).toHaveValue("@Edd hello")
  await chat.send("@Ed /mode repair")
  await expect(page.getByText("Done for Ed.")).toBeVisible()
  await expect(badgeOn(page).segment("Work")).not.toHaveAccessibleName("Work: repair")
  await chat.composer.fill("@Ed are you well?")
  await expect(page.locator(".composer-hint")).toContainText("send to Ed")
  await chat.composer.press("Enter")
  await expect(page.getByText("Sent to Ed.")).toBeVisible()
  await expect(chat.composer).toHaveValue("")
  // Not said to Jake; Ed's report to him may quote it.
  await expect(chat.yours.filter({ hasText: "are you well?" })).toHaveCount(0)
  await badgeOn(page).goTo("Ed")
  await expect(badgeOn(page).segment("Work")).toHaveAccessibleName("Work: repair")
  await expect(page.getByRole("region", { name: "Chat with Ed" })).toContainText("are you well?")
})
