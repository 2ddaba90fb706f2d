// Owns: `expect` as all tests use it. What is polled is asked again soon: Playwright's own pause grows to a second, which adds up over a run.
import { expect as base } from "@playwright/test"

const intervals = [20, 50, 100]

export const expect: typeof base = new Proxy(base, {
  get(target, name) {
    if (name !== "poll") return Reflect.get(target, name)
    return ((actual, options) =>
      target.poll(actual, { intervals, ...(typeof options === "string" ? { message: options } : options) })) as typeof base.poll
  },
})
