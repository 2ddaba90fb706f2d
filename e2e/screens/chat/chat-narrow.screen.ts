// Two chats side by side in a small window (ux 1.3): the text keeps its room, and what a card says of the posture is whole.
import { attentionOn } from "../../driver/attention.ts"
import { expect, test } from "../../stage/test.ts"

test("in a narrow pane the name stands above what is said, the text has the width, and time and copy lie in its first line", async ({
  start,
}) => {
  const { app, page, chat } = await start()
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setContentSize(1100, 700))
  await chat.send("hello")
  await chat.finished()
  await chat.send("/spawn Tal rehearse: gate question")
  await chat.send("/split Tal")
  await expect(page.getByRole("textbox", { name: "Message Tal" })).toBeVisible()
  const row = chat.root.getByRole("article", { name: /^You\b/ }).first()
  await chat.transcript.evaluate((log) => log.scrollTo(0, 0))
  await row.hover()
  const [name, body, facts, log] = await Promise.all(
    [row.locator(".row-speaker"), row.locator(".row-body"), row.locator(".row-facts"), chat.transcript].map((one) =>
      one.evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect),
    ),
  )
  if (!name || !body || !facts || !log) throw new Error("nothing was drawn")
  expect(name.bottom).toBeLessThanOrEqual(body.top)
  expect(body.width).toBeGreaterThan(log.width * 0.8)
  expect(facts.top).toBeGreaterThanOrEqual(name.top - 1)
  expect(facts.bottom).toBeLessThanOrEqual(name.bottom + 1)
  expect(facts.right).toBeLessThanOrEqual(body.right + 1)

  const face = page.locator(".card [data-testid=posture-face]")
  await expect(face).toBeVisible()
  const [axes, phase, card] = await Promise.all(
    [face.locator(".face-axes"), face.locator(".face-phase"), page.locator(".card")].map((one) =>
      one.evaluate((element) => ({
        ...(element.getBoundingClientRect().toJSON() as DOMRect),
        cut: element.scrollWidth - element.clientWidth,
      })),
    ),
  )
  expect(axes?.cut).toBeLessThanOrEqual(0)
  expect(axes?.right).toBeLessThanOrEqual(phase?.left ?? 0)
  expect(phase?.right).toBeLessThanOrEqual(card?.right ?? 0)
})

test("ux 1.5: in a narrow pane an approval leaves half of it to what was said: facts beside their names, the lesser folded, the answers in view", async ({
  start,
}) => {
  const { app, page, chat, overview } = await start()
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setContentSize(1440, 900))
  const attention = attentionOn(page)
  await attention.confined()
  await chat.send("/execute")
  await chat.send("rehearse: run npm install left-pad")
  await attention.ready("Approval · Jake")
  await overview.spawn("Tal")
  await chat.send("/split Jake")
  await expect(page.getByRole("textbox", { name: "Message Jake" })).toBeVisible()
  const { card, strip } = attention
  const boxes = () =>
    strip.evaluate((element) => {
      const box = (one: Element | null) => one?.getBoundingClientRect().toJSON() as DOMRect
      const facts = [...element.querySelectorAll(".card-facts > div")].map((fact) => ({
        name: box(fact.querySelector("dt")),
        value: box(fact.querySelector("dd")),
      }))
      const buttons = [...element.querySelectorAll(".card-actions .button")].map(box)
      return { strip: box(element), pane: box(element.closest(".chat")), facts, buttons }
    })
  const { strip: whole, pane, facts, buttons } = await boxes()
  expect(pane.width).toBeLessThan(544)
  expect(whole.height).toBeLessThanOrEqual(pane.height / 2 + 1)
  expect(facts.length).toBeGreaterThan(1)
  for (const { name, value } of facts) {
    expect(value.top).toBe(name.top)
    expect(value.left).toBeGreaterThan(name.left)
  }
  expect(buttons.length).toBeGreaterThan(2)
  for (const button of buttons) expect(button.bottom).toBeLessThanOrEqual(whole.bottom)

  const more = card.getByRole("button", { name: "More" })
  await more.click()
  await expect(card.getByRole("button", { name: "Less" })).toHaveAttribute("aria-expanded", "true")
  await expect(card).toContainText("(rule: ")
  for (const button of (await boxes()).buttons) expect(button.bottom).toBeLessThanOrEqual(whole.bottom + 1)
})
