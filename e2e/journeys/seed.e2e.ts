// An invented team on the real app (docs/seed.md): it is there when the window opens, and those who write go on writing.
import { expect, test } from "../driver/test.ts"

test("--ux-seed: the team is in the first picture, as many write as were asked for, and one can be talked to", async ({
  start,
}) => {
  const { page, chat, overview } = await start({ seed: "40,4,5", join: false })
  await expect(page.getByRole("region", { name: "Map" })).toContainText("40 agents")
  await expect(overview.rail).toContainText("5 working")
  await overview.join("Jake")
  await chat.send("hello")
  expect(await chat.finished()).toContain("Jake")
  await expect(overview.rail).toContainText("5 working")
})
