// Every trouble with a provider, acted out by the rehearsal through the real client, and the words it is told in (ux.md 6).
import { everyTextIn } from "../../driver/heard.ts"
import type { Screen as Kibitz } from "../../stage/screen.ts"
import { expect, test } from "../../stage/test.ts"

const stayed = "Jake is paused, nothing is lost."

/** Troubles that pass by themselves: what is said meanwhile, and that the reply comes. */
const passing = [
  {
    id: "A1",
    scene: "rate limit",
    said: /The provider asks us to wait \d+ s\. Jake continues after that\./,
    reply: "I was asked to wait two seconds",
  },
  {
    id: "A2",
    scene: "overloaded",
    said: /The provider is overloaded \(529\)\. Jake tries again in/,
    reply: "The third attempt is this one.",
  },
  { id: "A7", scene: "error in stream", said: /The provider is overloaded.*Jake tries again in/, reply: "as it should be" },
  {
    id: "A8",
    scene: "cut",
    said: /The connection dropped after \d+ words?\. They are kept\. Jake tries again in/,
    reply: "as it should be",
  },
  { id: "A8", scene: "quiet cut", said: /The connection dropped.*Jake tries again in/, reply: "as it should be" },
]

for (const { id, scene, said, reply } of passing) {
  test(`${id}: ${scene}: says why it waits, waits, and goes on by itself`, async ({ start }) => {
    const { chat } = await start({ pace: 0.2 })
    // The wait is up to a second, by chance: the sentence may be there for a moment only.
    const notices = await everyTextIn(chat.root, ".notice, .rule-row")
    await chat.send(`rehearse: ${scene}`)
    expect(await chat.finished()).toContain(reply)
    expect(await notices()).toContainEqual(expect.stringMatching(said))
    await expect(chat.yours).toHaveCount(1)
  })
}

/** Troubles that somebody has to do something about. */
const lasting = [
  { id: "A5", scene: "key refused", said: `The provider refused this key (401). ${stayed}`, button: "Fix key" },
  { id: "A4", scene: "billing", said: `The provider reports a spending limit (402). ${stayed}`, button: "Retry" },
  { id: "A4", scene: "spend limit", said: `The provider reports a spending limit (429). ${stayed}`, button: "Retry" },
]

for (const { id, scene, said, button } of lasting) {
  test(`${id}: ${scene}: stops, says what happened and what can be done, and the next message works`, async ({ start }) => {
    const { chat } = await start()
    await chat.send(`rehearse: ${scene}`)
    await expect(chat.notices.last()).toContainText(said, { timeout: 20_000 })
    await expect(chat.notices.last().getByRole("button", { name: button })).toBeVisible()
    await expect(chat.workingLine).toContainText("Jake is paused")
    await goesOn({ chat })
  })
}

test("A3: a request that no try mends stops, is a card that says so, and the next message works", async ({ start }) => {
  const { page, chat } = await start()
  await chat.send("rehearse: invalid request")
  await expect(chat.notices.filter({ hasText: "The provider could not read the request (400)." })).toBeVisible({
    timeout: 20_000,
  })
  const card = page.getByRole("group", { name: "Jake stopped and does not come back by itself" })
  await expect(card).toContainText("this request is refused by a rehearsal. Its transcript is intact.")
  await expect(card.getByRole("button", { name: "Resume" })).toBeVisible()
  await goesOn({ chat })
  await expect(card).toBeHidden()
})

test("A5: Fix key opens the settings where the key is", async ({ start }) => {
  const { chat, settings } = await start()
  await chat.send("rehearse: key refused")
  await chat.notices.last().getByRole("button", { name: "Fix key" }).click()
  await expect(settings.root).toBeVisible()
  await expect(settings.root.getByLabel("API key")).toBeFocused()
})

test("A6: a conversation that does not fit is shortened and sent again", async ({ start }) => {
  const { chat } = await start()
  await chat.send("rehearse: too long")
  expect(await chat.finished()).toContain("The conversation did not fit, was shortened, and now it does.")
})

test("A9: a reply at its length limit says so and can be continued", async ({ start }) => {
  const { chat } = await start()
  await chat.send("rehearse: max tokens")
  await expect(chat.root).toContainText("The reply reached its length limit.")
  await chat.root.getByRole("button", { name: "Continue" }).click()
  await expect(chat.yours).toHaveCount(2)
  await chat.finished()
  await expect(chat.replies).toHaveCount(2)
})

test("A11: a refusal is told as one, with the provider's reason", async ({ start }) => {
  const { chat } = await start()
  await chat.send("rehearse: refusal")
  await expect(chat.root).toContainText("The model declined to answer this.")
  await goesOn({ chat })
})

test("A13: an unknown block and an unknown reason to stop are shown, not swallowed", async ({ start }) => {
  const { chat } = await start()
  await chat.send("rehearse: unknown block")
  await chat.finished()
  await expect(chat.root).toContainText("Something this version of Kibitz cannot show")
  await chat.send("rehearse: unknown stop")
  await expect(chat.root).toContainText("The model stopped for a reason this version of Kibitz does not know.")
  await goesOn({ chat })
})

test("T27: a tool that does not exist ends in an error the model can read, and the turn goes on", async ({ start }) => {
  const { chat } = await start()
  await chat.send("rehearse: invented tool")
  await chat.finished()
  await expect(chat.root.locator(".call-running")).toHaveCount(0)
  await goesOn({ chat })
})

async function goesOn({ chat }: Pick<Kibitz, "chat">): Promise<void> {
  await chat.send("hello")
  expect(await chat.finished()).toContain("I am Jake")
}
