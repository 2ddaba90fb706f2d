// For tests: storage as the browser has it, whose names can be listed; full or forbidden when a test says so.
import type { Keep } from "../keep.ts"

export type TestKeep = Keep & Record<string, unknown>

/** What is in it are its own properties, as in the browser. */
export function keepOf(start: Readonly<Record<string, string>> = {}, change: Partial<Keep> = {}): TestKeep {
  const methods: Keep = {
    getItem(this: TestKeep, name: string) {
      const found = Object.hasOwn(this, name) ? this[name] : null
      return typeof found === "string" ? found : null
    },
    setItem(this: TestKeep, name: string, value: string) {
      this[name] = value
    },
    removeItem(this: TestKeep, name: string) {
      delete this[name]
    },
    ...change,
  }
  return Object.assign(Object.create(methods), start)
}

/** As a browser that has no room left, or may keep nothing. */
export const refusing: Pick<Keep, "setItem" | "removeItem"> = { setItem: refuse, removeItem: refuse }

function refuse(): never {
  throw new DOMException("full", "QuotaExceededError")
}
