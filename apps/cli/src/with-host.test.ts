import { expect, test } from "vitest"
import { EndedWithFault, withHost } from "./with-host.ts"

const fails = (what: string) => () => Promise.reject(new Error(what))
const works = async () => {}

test("a host that cannot be opened is a start that did not work, told as it is", async () => {
  const failure = await withHost(fails("no journal"), works).catch((cause: unknown) => cause)
  expect(failure).toEqual(new Error("no journal"))
})

test.each([
  ["while serving", fails("broken pipe"), works, "broken pipe"],
  ["at the end", works, fails("disk gone"), "disk gone"],
  ["while serving and then at the end", fails("broken pipe"), fails("disk gone"), "broken pipe"],
])("a fault %s is not a start that did not work, and the host is closed", async (_when, use, close, first) => {
  let closed = 0
  const host = {
    async close() {
      closed += 1
      await close()
    },
  }
  const failure = await withHost(async () => host, use).catch((cause: unknown) => cause)
  expect(failure).toBeInstanceOf(EndedWithFault)
  expect(failure).toMatchObject({ cause: { message: first } })
  expect(closed).toBe(1)
})

test("what goes well ends with the host closed", async () => {
  const order: string[] = []
  const host = { close: async () => void order.push("closed") }
  await withHost(
    async () => host,
    async () => void order.push("used"),
  )
  expect(order).toEqual(["used", "closed"])
})
