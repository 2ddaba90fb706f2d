// Nothing but the user's own switch of phase lets a planning agent run anything (U16), and no kind of work, model or style changes what it may
// touch (U17), on the real app and by what its journal holds afterwards.
import { attentionOn } from "../../driver/attention.ts"
import { badgeOn } from "../../driver/badge.ts"
import { eventsIn } from "../../driver/journal.ts"
import type { Screen as Kibitz } from "../../stage/screen.ts"
import { expect, test } from "../../stage/test.ts"

const wantsToRun = "rehearse: run npm install jose@5"

/** Jake, in planning, waits for a phase that lets it run something: whatever the last thing tried has done to the screen or to him is put right. */
async function waiting({ app, page, chat, enter }: Kibitz): Promise<void> {
  const { card, folded } = attentionOn(page)
  const request = card.filter({ hasText: "is in planning" })
  await expect(async () => {
    for (const other of app.windows()) if (new URL(other.url()).searchParams.has("chat")) await other.close()
    if ((await page.locator("dialog:modal, .popover").count()) > 0) await page.keyboard.press("Escape")
    if (await page.getByTestId("go-on-all").isVisible()) await page.getByTestId("go-on-all").click()
    if (!(await chat.root.isVisible())) await enter("jake")
    const line = folded.filter({ hasText: "Phase request" })
    if (await line.isVisible()) await line.click()
    else if (!(await request.isVisible())) {
      await chat.composer.fill(wantsToRun, { timeout: 2_000 })
      await chat.composer.press("ControlOrMeta+Enter", { timeout: 2_000 })
    }
    await expect(request).toBeVisible({ timeout: 3_000 })
  }).toPass({ timeout: 40_000 })
}

/** The chat has moved to its own window. Before that it is still here, and would go from under the next thing tried. */
async function poppedOut({ chat, windows }: Kibitz): Promise<void> {
  await windows.ofChat("jake")
  await expect(chat.root).toHaveCount(0)
}

/** Waits until the line was taken or refused: until then its effect is still to come. */
async function isDone({ page }: Kibitz, line: string): Promise<void> {
  const isTaken = () =>
    page.evaluate((text) => {
      const fields = [...document.querySelectorAll<HTMLTextAreaElement>("[data-testid=composer]")]
      return fields.every(({ value }) => value !== text) || document.querySelector(".chat [role=alert]") !== null
    }, line)
  await expect.poll(isTaken).toBe(true)
}

function nothingRan(kibitz: Kibitz): void {
  expect(eventsIn(kibitz.folders, "call.allowed").filter(({ capability }) => capability === "bash")).toEqual([])
  expect(eventsIn(kibitz.folders, "posture.changed").filter(({ axis }) => axis === "phase")).toEqual([])
}

test("U16: no button and no key of the card lets a planning agent run a command", async ({ start }) => {
  test.setTimeout(180_000)
  const kibitz = await start()
  const { page } = kibitz
  const { card, heading } = attentionOn(page)
  await waiting(kibitz)
  const names = await card.getByRole("button").evaluateAll((all) => all.map((one) => one.textContent || one.ariaLabel || ""))
  expect(names.length).toBeGreaterThan(3)
  for (const name of names.filter((one) => !one.includes("execution"))) {
    await waiting(kibitz)
    await expect(card).toHaveAttribute("data-listens", "true")
    await card
      .getByRole("button")
      .filter({ hasText: name })
      .or(card.getByRole("button", { name, exact: true }))
      .first()
      .click()
  }
  for (const key of ["a", "s", "d", "r", "1", "Enter", "Space", "ControlOrMeta+Enter", "ControlOrMeta+Shift+Enter"]) {
    await waiting(kibitz)
    await heading.focus()
    await expect(card).toHaveAttribute("data-listens", "true")
    await page.keyboard.press(key)
  }
  await kibitz.quit()
  nothingRan(kibitz)
})

test("U16: no slash command but /execute lets a planning agent run a command", async ({ start }) => {
  test.setTimeout(240_000)
  const kibitz = await start()
  const { page, chat } = kibitz
  await chat.composer.fill("/")
  const listed = await page.getByRole("listbox", { name: "Commands" }).locator(".slash-name").allTextContents()
  const commands = listed.filter((name) => name !== "/execute")
  expect(commands.length).toBeGreaterThan(30)
  expect(commands).toContain("/pop")
  for (const command of commands) {
    await waiting(kibitz)
    await chat.send(command)
    await isDone(kibitz, command)
    if (command === "/pop") await poppedOut(kibitz)
  }
  // With arguments; every one that completion offers is a test of the table itself.
  for (const line of ["/steer phase execution now", "/steer phase execution for-next-unit"]) {
    await waiting(kibitz)
    await chat.send(line)
    await expect(page.getByRole("alert").filter({ hasText: "Type it like this: /steer" })).toBeVisible()
    await chat.composer.fill("")
  }
  for (const profile of ["trusted", "restricted", "normal"]) {
    await waiting(kibitz)
    await chat.send(`/mode build --permission-profile ${profile}`)
    if (profile !== "restricted") await badgeOn(page).confirm(profile)
    await expect(badgeOn(page).segment("Access")).toHaveAccessibleName(`Access: ${profile}`)
  }
  await waiting(kibitz)
  await expect(badgeOn(page).segment("Phase")).toHaveAccessibleName("Phase: planning")
  await kibitz.quit()
  expect(eventsIn(kibitz.folders, "slash.answered").length).toBeGreaterThan(10)
  nothingRan(kibitz)
})

test("U16: nothing in the palette lets a planning agent run a command", async ({ start }) => {
  test.setTimeout(240_000)
  const kibitz = await start()
  const { page } = kibitz
  const palette = page.getByTestId("palette")
  await page.keyboard.press("ControlOrMeta+k")
  await palette.getByRole("combobox").fill(">")
  // Only those in view are drawn: the arrow goes through all of them.
  const listed = Number(await palette.getByRole("option").first().getAttribute("aria-setsize"))
  const titles = new Map<string, string>()
  for (let at = 0; at < listed; at++) {
    const option = palette.getByRole("option", { selected: true })
    titles.set((await option.getAttribute("data-key")) ?? "", (await option.locator(".palette-title").textContent()) ?? "")
    await page.keyboard.press("ArrowDown")
  }
  await page.keyboard.press("Escape")
  expect(titles.size).toBe(listed)
  // The slash commands are those of the test above, and pages of the settings only open.
  const actions = [...titles].filter(([key, title]) => key.startsWith("action ") && !/execut/i.test(title))
  expect(actions.length).toBeGreaterThan(20)
  expect(actions.map(([key]) => key)).toContain("action pop-out")
  for (const [key, title] of actions) {
    await waiting(kibitz)
    await page.keyboard.press("ControlOrMeta+k")
    await palette.getByRole("combobox").fill(`>${title}`)
    await palette.locator(`[data-key="${key}"]`).click()
    if (key === "action pop-out") await poppedOut(kibitz)
  }
  await waiting(kibitz)
  await kibitz.quit()
  nothingRan(kibitz)
})

const modes = ["chat", "plan", "build", "review", "repair", "research"]
const models = ["fast", "smart", "deep"]
const styles = ["chat", "discussion", "plan", "development", "task"]
const starts = [
  { phase: "planning", profile: "restricted", lines: ["/permission-profile restricted"], raises: null },
  { phase: "execution", profile: "trusted", lines: ["/execute", "/permission-profile trusted"], raises: "trusted" },
] as const

// All 90 combinations are a property of the domain (posture.property.test.ts); here each value is set once on the running app.
for (const { phase, profile, lines, raises } of starts) {
  test(`U17: no kind of work, model or style changes ${phase} and ${profile}`, async ({ start, folders }) => {
    const kibitz = await start()
    const { page, chat } = kibitz
    const badge = badgeOn(page)
    for (const line of lines) await chat.send(line)
    if (raises !== null) await badge.confirm(raises)
    await expect(badge.segment("Access")).toHaveAccessibleName(`Access: ${profile}`)
    const said = async (line: string) => {
      await chat.send(line)
      await expect(chat.composer).toHaveValue("")
      await expect(badge.segment("Phase")).toHaveAccessibleName(`Phase: ${phase}`)
      await expect(badge.segment("Access")).toHaveAccessibleName(`Access: ${profile}`)
    }
    for (const mode of modes) {
      await said(`/mode ${mode}`)
      await expect(badge.segment("Work")).toHaveAccessibleName(`Work: ${mode}`)
    }
    for (const model of models) {
      await said(`/model-mode ${model}`)
      await expect(badge.segment("Model")).toHaveAccessibleName(`Model: ${model}`)
    }
    for (const style of styles) await said(`/style ${style}`)
    await kibitz.quit()
    const changed = eventsIn(folders, "posture.changed")
    // Nothing was refused: of each list at most one value was the one at the start.
    for (const [axis, values] of [
      ["workMode", modes],
      ["modelMode", models],
      ["style", styles],
    ] as const)
      expect(changed.filter((event) => event.axis === axis).length, axis).toBeGreaterThanOrEqual(values.length - 1)
    const power = changed.filter(({ axis }) => axis === "phase" || axis === "permissionProfile")
    expect(power).toHaveLength(lines.length)
  })
}
