// Raising and lowering power (ux 2.10) and the badge that says what it is (ux 5.3), on the real app.
import type { Page } from "@playwright/test"
import { badgeOn } from "../../driver/badge.ts"
import { stopClock } from "../../driver/clock.ts"
import { eventsIn } from "../../driver/journal.ts"
import { expect, test } from "../../stage/test.ts"

test("ux 2.10: giving up power is one step, and for eight seconds it can be taken back, with what it took from those below", async ({
  start,
}) => {
  const { page, chat } = await start()
  const badge = badgeOn(page)
  await chat.send("/execute")
  await chat.send("/spawn Tal rehearse: gate question")
  await chat.send("@Tal /execute")
  await expect(page.getByText("Done for Tal.")).toBeVisible()
  const clock = await stopClock(page)
  const undo = page.getByTestId("undo")
  await badge.open("Phase")
  await badge.choose("planning")
  await expect(badge.segment("Phase")).toHaveAccessibleName("Phase: planning")
  await expect(undo).toContainText("Jake: execution → planning, and 1 below")
  await clock.pass(7_999)
  await expect(undo).toBeVisible()
  await undo.getByRole("button", { name: "Undo" }).click()
  await expect(badge.segment("Phase")).toHaveAccessibleName("Phase: execution")
  await expect(undo).toHaveCount(0)
  await page.keyboard.press("Escape")
  // The card of who asks is entered a moment after its chat is there, and here no moment passes by itself.
  let isThere = false
  const going = badge.goTo("Tal").then(() => {
    isThere = true
  })
  await expect
    .poll(async () => {
      await clock.pass(50)
      return isThere
    })
    .toBe(true)
  await going
  await expect(badge.segment("Phase")).toHaveAccessibleName("Phase: execution")
  await page.keyboard.press("Control+Shift+H")
  await expect(badge.segment("Control")).toHaveAccessibleName("Control: manual")
  await expect(undo).toContainText("Tal: autonomous → manual")
  await clock.pass(8_000)
  await expect(undo).toHaveCount(0)
  await expect(badge.segment("Control")).toHaveAccessibleName("Control: manual")
})

test("ux 2.10: raising says what becomes possible and for whom, and Enter confirms only where the focus was moved to Confirm", async ({
  start,
  folders,
}) => {
  const kibitz = await start()
  const { page, chat } = kibitz
  const badge = badgeOn(page)
  await chat.send("/spawn Tal rehearse: gate question")
  await badge.open("Phase")
  await badge.panel.getByRole("button", { name: "execution", exact: true }).focus()
  await page.keyboard.press("Enter")
  await expect(badge.panel).toContainText("may then write files and run commands")
  await expect(badge.panel).toContainText("The agent below keeps what it has.")
  await page.keyboard.press("Enter")
  await page.keyboard.press("Enter")
  await expect(badge.segment("Phase")).toHaveAccessibleName("Phase: planning")
  const confirm = badge.panel.getByRole("button", { name: "Confirm execution" })
  await expect(confirm).not.toBeFocused()
  await confirm.focus()
  await page.keyboard.press("Enter")
  await expect(badge.segment("Phase")).toHaveAccessibleName("Phase: execution")
  await kibitz.quit()
  expect(eventsIn(folders, "posture.changed").filter(({ axis }) => axis === "phase")).toHaveLength(1)
})

test("ux 7.8, ux 7.14: arrows go along the values and from axis to axis, Tab leaves the axis; nothing changes before one is pressed", async ({
  start,
}) => {
  const { page } = await start()
  const badge = badgeOn(page)
  const value = (name: string) => badge.panel.getByRole("button", { name, exact: true })
  await badge.open("Work")
  await expect(value("chat").first()).toBeFocused()
  await page.keyboard.press("ArrowRight")
  await expect(value("plan").first()).toBeFocused()
  await page.keyboard.press("ArrowLeft")
  await page.keyboard.press("ArrowLeft")
  await expect(value("research")).toBeFocused()
  await page.keyboard.press("Home")
  await page.keyboard.press("ArrowDown")
  const after = badge.panel.locator("[data-axis] [aria-pressed=true]")
  const axes = await badge.panel.locator("[data-axis]").evaluateAll((rows) => rows.map((row) => row.getAttribute("data-axis")))
  await expect(after.nth(axes.indexOf("workMode") + 1)).toBeFocused()
  await page.keyboard.press("ArrowUp")
  await page.keyboard.press("Tab")
  await expect(after.nth(axes.indexOf("workMode") + 1)).toBeFocused()
  await page.keyboard.press("Shift+Tab")
  await page.keyboard.press("ArrowRight")
  await expect(badge.segment("Work")).toHaveAccessibleName("Work: chat")
  await page.keyboard.press("Enter")
  await expect(badge.segment("Work")).toHaveAccessibleName("Work: plan")
})

test("ux 2.10: unrestricted wants its word, is told in capitals, and is trusted again after a restart", async ({ start }) => {
  const first = await start()
  const badge = badgeOn(first.page)
  await first.chat.send("/execute")
  await badge.open("Access")
  await badge.choose("unrestricted")
  const confirm = badge.panel.getByRole("button", { name: "Confirm unrestricted" })
  await badge.panel.getByLabel(/type the word/).fill("unrestrict")
  await expect(confirm).toBeDisabled()
  await badge.panel.getByLabel(/type the word/).fill("unrestricted")
  await confirm.click()
  await expect(badge.segment("Access")).toContainText("UNRESTRICTED")
  // One press would give it back without its word.
  await badge.choose("trusted")
  await expect(badge.segment("Access")).toHaveAccessibleName("Access: trusted")
  await expect(first.page.getByTestId("undo")).toHaveCount(0)
  await badge.choose("unrestricted")
  await badge.panel.getByLabel(/type the word/).fill("unrestricted")
  await confirm.click()
  await expect(badge.segment("Access")).toContainText("UNRESTRICTED")
  await first.quit()
  const second = await start()
  await expect(badgeOn(second.page).segment("Access")).toHaveAccessibleName("Access: trusted")
})

test("AXS-9: in a narrow pane the badge is letters, except for what must not be overlooked", async ({ start }) => {
  const { page, chat, overview } = await start()
  const head = page.getByTestId("chat-head").getByTestId("posture")
  await chat.send("/mode build")
  const words = () => head.locator(".segment-word:visible, .segment-letter:visible").allTextContents()
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect.poll(words).toEqual(["build", "autonomous", "normal", "smart"])
  await page.setViewportSize({ width: 1000, height: 700 })
  await page.keyboard.press("ControlOrMeta+b")
  await overview.spawn("Tal")
  await overview.join("Jake")
  await expect.poll(words).not.toEqual([])
  await page.setViewportSize({ width: 700, height: 700 })
  await expect.poll(words).toEqual(["B", "A", "N", "S"])
  await chat.send("/mode repair")
  await expect.poll(words).toEqual(["repair", "A", "N", "S"])
  await expect(head.getByRole("button", { name: "Control: autonomous" })).toBeVisible()
})

/** What pulses right now, and in which pane. */
function pulsing(page: Page): Promise<readonly (string | null)[]> {
  return page.evaluate(() =>
    document.getAnimations().flatMap((animation) => {
      if (!(animation instanceof CSSAnimation) || animation.animationName !== "pulse") return []
      const target = animation.effect instanceof KeyframeEffect ? animation.effect.target : null
      return target?.checkVisibility() ? [target.closest("[data-testid^='pane-']")?.getAttribute("data-testid") ?? null] : []
    }),
  )
}

test("AXS-9, U29: the badge pulses while its agent works, in the pane that has the keys; none where less motion is wanted", async ({
  start,
}) => {
  const { page, chat, overview } = await start({ pace: 0.2 })
  await page.emulateMedia({ reducedMotion: "no-preference" })
  await page.setViewportSize({ width: 1440, height: 900 })
  await overview.spawn("Tal")
  await chat.send("/split Jake")
  await expect(page.getByTestId("pane-2")).toBeVisible()
  expect(await pulsing(page)).toEqual([])
  for (const pane of ["pane-1", "pane-2"]) {
    await page.getByTestId(pane).getByTestId("composer").fill("rehearse: long story")
    await page.keyboard.press("Enter")
    await expect(page.getByTestId(pane).getByTestId("stop")).toBeVisible()
  }
  for (const pane of ["pane-1", "pane-2"]) {
    await page.getByTestId(pane).getByTestId("composer").focus()
    await expect.poll(() => pulsing(page)).toEqual([pane])
  }
  await page.emulateMedia({ reducedMotion: "reduce" })
  await expect.poll(() => pulsing(page)).toEqual([])
  await page.emulateMedia({ reducedMotion: "no-preference" })
  await expect.poll(() => pulsing(page)).toEqual(["pane-2"])
  const pane = page.getByTestId("pane-2")
  const words = pane.locator(".badge .segment-button").first()
  const colour = () => words.evaluate((element) => getComputedStyle(element).color)
  const before = await colour()
  await pane.getByTestId("pause").click()
  await expect(pane.locator(".badge-pause")).toBeVisible()
  await expect.poll(() => pulsing(page)).toEqual([])
  expect(await colour()).not.toBe(before)
})
