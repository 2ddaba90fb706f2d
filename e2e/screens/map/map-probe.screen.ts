// What tests may ask of the page: nothing unless they have said so at start (ux 8).

import { uxOf } from "../../driver/ux.ts"
import { expect, test } from "../../stage/test.ts"

test("the page answers for itself when the app was started for it, and only then", async ({ start }) => {
  const plain = await start()
  expect(await plain.page.evaluate(() => "__ux" in window)).toBe(false)
  await plain.quit()
  const { page } = await start({ probe: true })
  const ux = uxOf(page)
  await expect.poll(ux.presence).toEqual({ joined: ["jake"], mounted: ["jake"] })
  expect(await ux.queue()).toEqual([])
  expect((await ux.marks()).map(({ name }) => name)).toContain("painted jake")
})
