// Notices of the system (ux 2.8): when nobody looks, several as one, seldom, and a click leads to what it is about.
import { attentionOn } from "../driver/attention.ts"
import { eventsIn } from "../driver/journal.ts"
import { look, stubNotices } from "../driver/notices.ts"
import { takePort } from "../driver/port.ts"
import { expect, test } from "../driver/test.ts"

const agent = (number: number) => `agent_${String(number).padStart(24, "0")}`
const ask = (number: number) => ({ type: "message.send", agentId: agent(number), text: "rehearse: gate question" })
const policy = (attention: object) => ({ type: "settings.change", patch: { attention } })

test("U24: twenty who need the user at once are one notice; after six in an hour one digest that is brought up to date", async ({
  start,
}) => {
  test.setTimeout(120_000)
  const { app, page } = await start({ seed: "40,2,0", join: false })
  const notices = await stubNotices(app)
  const { dispatch } = await takePort({ app, page })
  await expect(page.getByTestId("status-bar")).toBeVisible()
  await look(page, "away")
  // Longer than usual: a busy machine takes its time to make twenty agents ask.
  await dispatch(policy({ coalesceMs: 20_000 }), ...Array.from({ length: 20 }, (_, at) => ask(at + 1)))
  await expect.poll(async () => (await notices.counts()).at(-1), { timeout: 20_000 }).toBe(20)
  expect(await notices.shown()).toEqual([])
  await expect.poll(async () => (await notices.shown()).length, { timeout: 30_000 }).toBe(1)
  const [one] = await notices.shown()
  expect(one).toMatchObject({ silent: true, title: expect.stringMatching(/^20 agents need you: .+, .+, \+18$/), body: "" })

  await dispatch(policy({ coalesceMs: 0, perAgentMs: 0 }))
  for (let number = 21; number <= 25; number += 1) {
    await dispatch(ask(number))
    await expect.poll(async () => (await notices.shown()).length).toBe(number - 19)
  }
  expect((await notices.shown()).filter(({ stands }) => stands)).toHaveLength(6)
  for (let number = 26; number <= 28; number += 1) {
    await dispatch(ask(number))
    await expect.poll(async () => (await notices.shown()).length).toBe(number - 19)
    expect((await notices.shown()).filter(({ stands }) => stands)).toHaveLength(7)
  }
  expect((await notices.shown()).at(-1)?.title).toMatch(/^3 agents need you: /)

  await test.step("whoever looks up has seen them: they are taken back, and the count stays", async () => {
    await look(page, "back")
    await expect.poll(async () => (await notices.shown()).filter(({ stands }) => stands).length).toBe(0)
    expect((await notices.counts()).at(-1)).toBe(28)
  })
})

test("a notice names who and what in few words, makes no sound, and a click leads into the chat, to the card", async ({
  start,
  folders,
}) => {
  const kibitz = await start({ seed: "3,2,0", join: false })
  const { app, page } = kibitz
  const notices = await stubNotices(app)
  const { dispatch } = await takePort({ app, page })
  await expect(page.getByTestId("status-bar")).toBeVisible()
  await look(page, "away")
  await dispatch(policy({ coalesceMs: 0 }), ask(1))
  await expect.poll(async () => (await notices.shown()).length).toBe(1)
  const [one] = await notices.shown()
  expect(one).toMatchObject({
    title: expect.stringMatching(/ has a question$/),
    body: "Which OIDC library should we use?",
    silent: true,
  })
  await notices.click(0)
  const chat = page.getByTestId(`chat-${agent(1)}`)
  await expect(chat).toBeVisible()
  await expect(attentionOn(page).heading).toBeFocused()
  await kibitz.quit()
  expect(eventsIn(folders, "presence.joined").map(({ agentId, cause }) => `${agentId} ${cause}`)).toEqual([
    `${agent(1)} notification`,
  ])
})

test("ux 2.8: no window may be looked at: one of its own counts too, and a click leads there", async ({ start }) => {
  const { app, page, windows } = await start({ seed: "3,2,0", join: false })
  const notices = await stubNotices(app)
  const { dispatch } = await takePort({ app, page })
  await dispatch(policy({ coalesceMs: 0, perAgentMs: 0 }))
  await expect(page.getByTestId("map")).toBeVisible()
  await page.keyboard.press("Enter")
  await page.keyboard.press("ControlOrMeta+Shift+D")
  const own = await windows.ofChat("jake")
  await expect(page.getByTestId("map")).toBeVisible()
  await look(page, "away")
  await dispatch(ask(1))
  await expect.poll(async () => (await notices.counts()).at(-1)).toBe(1)
  expect(await notices.shown()).toEqual([])

  await look(own, "away")
  await dispatch({ type: "message.send", agentId: "jake", text: "rehearse: gate question" })
  await expect.poll(async () => (await notices.shown()).length).toBeGreaterThan(0)
  const forward = await windows.broughtForward()
  await notices.click((await notices.shown()).findIndex(({ title }) => title.startsWith("Jake")))
  await expect.poll(forward).toEqual(["app://kibitz/?chat=jake"])
  await expect(attentionOn(own).heading).toBeFocused()
})
