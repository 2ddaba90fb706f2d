// kill -9 of the whole app in the middle of a reply: what the next start shows. That nothing is lost at any moment of a turn is proven on the host's own
// process (e2e/cli-kill.e2e.ts), and the card after three kills in screens/attention/crash-loop.screen.ts.
import { expect, test } from "../driver/test.ts"

test("F2, F19: the words that were on screen at a kill -9 are kept as an unfinished reply; the lock of the killed Kibitz does not keep the next one out", async ({
  start,
}) => {
  const first = await start({ pace: 1 })
  await first.chat.send("Tell me a long story")
  await first.chat.streaming(400)
  await first.kill()
  const { chat } = await start()
  await chat.finished()
  const lines = await chat.conversation()
  expect(lines.slice(0, 4).map(({ who }) => who)).toEqual(["you", "draft", "notice", "reply"])
  expect(lines[0]?.text).toBe("Tell me a long story")
  expect(lines[1]?.text).toContain("Unfinished: Kibitz was closed")
  expect(lines[1]?.text).toContain("On the third of November")
  expect(lines[2]?.text).toContain("Kibitz was restarted in the middle of this. Jake went on.")
  expect(lines[3]?.text).toContain("Do not hurry the chorus")
  expect(lines.filter(({ who }) => who === "you")).toHaveLength(1)
  expect(lines.filter(({ text }) => text.includes("Do not hurry the chorus"))).toHaveLength(1)

  await chat.send("hello")
  expect(await chat.finished()).toContain("I am Jake")
})
