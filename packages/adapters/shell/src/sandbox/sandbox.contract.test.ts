import { sandboxContract } from "@kibitz/testkit/contracts"
import { expect, test } from "vitest"
import { newStage } from "../testing/stage.ts"
import { bubblewrapSandbox } from "./bubblewrap.ts"
import { noSandbox } from "./no-sandbox.ts"
import { remedyForNamespaces } from "./remedy.ts"
import { systemSandbox } from "./system-sandbox.ts"

const { workspace } = newStage()
const aborted = new AbortController().signal

sandboxContract("the sandbox of this system", () => ({ sandbox: systemSandbox(), workspace }))
sandboxContract("noSandbox", () => ({ sandbox: noSandbox("a test", "nothing to do"), workspace }))
sandboxContract("bubblewrap that is missing", () => ({ sandbox: bubblewrapSandbox({ bubblewrap: null }), workspace }))
sandboxContract("bubblewrap that does not start", () => ({ sandbox: bubblewrapSandbox({ bubblewrap: "/bin/false" }), workspace }))

test("T36: what is missing is named, with how to get it", async () => {
  expect(await bubblewrapSandbox({ bubblewrap: null }).probe(aborted)).toEqual({
    state: "off",
    name: "bubblewrap",
    because: "bubblewrap is not installed",
    remedy: "install bubblewrap: apt install bubblewrap",
  })
  expect(await systemSandbox("win32").probe(aborted)).toMatchObject({ state: "off", remedy: expect.stringMatching(/WSL 2/) })
})

test("T36: a system that forbids user namespaces is recognised, and the remedy is for that system", () => {
  const says = (file: string, value: string) => (asked: string) => (asked === file ? value : null)
  expect(remedyForNamespaces(says("/proc/sys/kernel/apparmor_restrict_unprivileged_userns", "1"))).toMatch(/AppArmor/)
  expect(remedyForNamespaces(says("/proc/sys/kernel/unprivileged_userns_clone", "0"))).toMatch(/unprivileged_userns_clone=1/)
  expect(remedyForNamespaces(says("/proc/sys/user/max_user_namespaces", "0"))).toMatch(/max_user_namespaces/)
  expect(remedyForNamespaces(() => null)).toMatch(/container/)
})
