import { expect, test } from "vitest"
import { SetupFailure } from "./progress.mjs"
import { sandboxForStart, sandboxForTest } from "./sandbox.ts"

const missing = () => Promise.reject(new SetupFailure("bubblewrap is missing", "run: apt-get install -y bubblewrap"))
const there = () => Promise.resolve()

test("T36: without a sandbox the app starts and says so; other failures are not swallowed", async () => {
  await expect(sandboxForStart(missing)).resolves.toBeUndefined()
  await expect(sandboxForStart(() => Promise.reject(new Error("a bug")))).rejects.toThrow("a bug")
})

test("T36: without a sandbox the tests fail with what to do, unless somebody has said that it is all right", async () => {
  await expect(sandboxForTest({}, missing)).rejects.toMatchObject({
    message: "bubblewrap is missing",
    remedy: expect.stringMatching(/apt-get install -y bubblewrap\n.*KIBITZ_ALLOW_NO_SANDBOX=1/s),
  })
  await expect(sandboxForTest({ KIBITZ_ALLOW_NO_SANDBOX: "1" }, missing)).resolves.toBeUndefined()
  await expect(sandboxForTest({}, there)).resolves.toBeUndefined()
})
