// A model that was set by name and that nobody knows: what is said of it, then and later, and the ways back.
import { attentionOn } from "../../driver/attention.ts"
import { badgeOn } from "../../driver/badge.ts"
import { expect, test } from "../../stage/test.ts"

test("a name nobody knows: the way back is said and offered, and what was said of it stays true", async ({ start }) => {
  const { page, chat } = await start()
  await chat.send("/model nonsense-9")
  await expect(chat.root).toContainText("/model auto goes back to what the mode chooses.")
  await chat.send("hello")
  const notice = chat.notices.first()
  await expect(notice).toContainText(
    "The provider does not know the model “nonsense-9”. It was set by name; /model auto goes back",
  )
  await expect(notice.getByRole("button", { name: "Retry" })).toBeVisible()
  const card = page.getByTestId("attention")
  await expect(card).toContainText("The provider does not know the model “nonsense-9”. 1 agent is paused, nothing is lost.")
  const attention = attentionOn(page)
  await attention.ready("Unknown model")
  await attention.press("Let the mode choose")
  // It goes on by itself, with what the mode chooses.
  await expect(chat.replies.last()).toBeVisible()
  await expect(notice).toContainText("The provider does not know the model “nonsense-9”.")
  await expect(notice).not.toContainText("claude")
  await expect(card).toHaveCount(0)
})

test("AXS-8: a name stays when the mode changes; the badge says so, and its panel lets the mode choose again", async ({
  start,
}) => {
  const { page, chat } = await start()
  await chat.send("/model nonsense-9")
  await chat.send("hello")
  const retry = chat.notices.first().getByRole("button", { name: "Retry" })
  await expect(retry).toBeVisible()
  await chat.send("/mode review")
  await expect(chat.root).toContainText("Work mode: chat → review")
  await expect(retry).toBeVisible()
  const badge = badgeOn(page)
  await badge.open("Model")
  await badge.choose("deep")
  await expect(badge.segment("Model")).toHaveAccessibleName("Model: deep, uses nonsense-9, which you named")
  await expect(retry).toBeVisible()
  await chat.send("/model-mode smart")
  await expect(chat.root).toContainText("It keeps the model nonsense-9, which you named. /model auto lets the mode choose.")
  await badge.open("Model")
  await badge.panel.getByRole("button", { name: "Let the mode choose" }).click()
  await expect(chat.replies.last()).toBeVisible()
  await expect(badge.segment("Model")).toHaveAccessibleName("Model: smart")
})
