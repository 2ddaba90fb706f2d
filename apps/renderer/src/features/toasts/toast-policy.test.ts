import type { AgentId, ItemId } from "@kibitz/contract"
import { describe, expect, test } from "vitest"
import {
  LONGEST_WAIT_MS,
  nextLook,
  noToasts,
  TOAST_MS,
  type ToastInput,
  type ToastItem,
  TYPING_MS,
  toastStep,
  waitFor,
} from "./toast-policy.ts"

const item = (id: string, tier: number, agentId = id): ToastItem => ({
  id: id as ItemId,
  agentId: agentId as AgentId,
  tier,
})
const items = (list: readonly ToastItem[], more: { focused?: string; isHeadsDown?: boolean } = {}): ToastInput => ({
  kind: "items",
  items: list,
  focused: (more.focused ?? null) as AgentId | null,
  isHeadsDown: more.isHeadsDown ?? false,
})

/** A screen with a clock that is moved by hand; it looks again exactly when the policy says so. */
function screen() {
  let now = 0
  let state = toastStep(noToasts, items([]), now)
  const put = (input: ToastInput) => {
    state = toastStep(state, input, now)
  }
  return {
    put,
    at(next: number) {
      for (let look = nextLook(state); look !== null && look <= next; look = nextLook(state)) {
        now = Math.max(now, look)
        put({ kind: "tick" })
      }
      now = next
    },
    toast: () => state.toast?.items.map(({ id }) => id) ?? null,
    banner: () => state.banner.map(({ id }) => id),
  }
}

describe("U23 bounded deferral", () => {
  test("nobody types: it is told at once, for six seconds", () => {
    const one = screen()
    one.put(items([item("ed", 1)]))
    expect(one.toast()).toEqual(["ed"])
    one.at(TOAST_MS - 1)
    expect(one.toast()).toEqual(["ed"])
    one.at(TOAST_MS)
    expect(one.toast()).toBeNull()
  })

  test("whoever goes to it has it in view: it is told no longer, and the others still are", () => {
    const one = screen()
    const both = [item("ed", 1), item("mira", 1)]
    one.put(items(both))
    one.put(items(both, { focused: "ed" }))
    expect(one.toast()).toEqual(["mira"])
    one.put(items(both, { focused: "mira" }))
    expect(one.toast()).toBeNull()
  })

  test("while the user types it waits for a pause", () => {
    const one = screen()
    one.put({ kind: "typed" })
    one.put(items([item("ed", 1)]))
    one.at(3000)
    one.put({ kind: "typed" })
    one.at(3000 + TYPING_MS - 1)
    expect(one.toast()).toBeNull()
    one.at(3000 + TYPING_MS)
    expect(one.toast()).toEqual(["ed"])
  })

  test("sending or going elsewhere is a good moment", () => {
    const one = screen()
    one.put({ kind: "typed" })
    one.put(items([item("ed", 1)]))
    one.put({ kind: "breakpoint" })
    expect(one.toast()).toEqual(["ed"])
  })

  test("who never stops typing is told after a minute, not later", () => {
    const one = screen()
    one.put({ kind: "typed" })
    one.put(items([item("ed", 1)]))
    for (let now = 1000; now < LONGEST_WAIT_MS; now += 1000) {
      one.at(now)
      one.put({ kind: "typed" })
      expect(one.toast()).toBeNull()
    }
    one.at(LONGEST_WAIT_MS)
    expect(one.toast()).toEqual(["ed"])
  })

  test("what stops the line is not deferred, stays, and goes when it is resolved", () => {
    const one = screen()
    one.put({ kind: "typed" })
    one.put(items([item("budget", 0)]))
    expect(one.banner()).toEqual(["budget"])
    one.at(10 * LONGEST_WAIT_MS)
    expect(one.banner()).toEqual(["budget"])
    one.put(items([]))
    expect(one.banner()).toEqual([])
  })
})

describe("ux 2.7", () => {
  test("one at a time: what comes while one is shown comes after it, together", () => {
    const one = screen()
    one.put(items([item("ed", 1)]))
    one.at(1000)
    one.put(items([item("ed", 1), item("mira", 1), item("tal", 1)]))
    expect(one.toast()).toEqual(["ed"])
    one.at(TOAST_MS)
    expect(one.toast()).toEqual(["mira", "tal"])
  })

  test("only what stops the line or blocks is told; what is stuck, one's turn or to be read is not", () => {
    const one = screen()
    one.put(items([item("stuck", 2), item("turn", 3), item("result", 4)]))
    one.at(LONGEST_WAIT_MS)
    expect([one.toast(), one.banner()]).toEqual([null, []])
  })

  test("heads-down mutes all but what stops the line, also what already waited, and nothing comes late", () => {
    const one = screen()
    one.put({ kind: "typed" })
    one.put(items([item("ed", 1)]))
    one.put(items([item("ed", 1), item("mira", 1), item("budget", 0)], { isHeadsDown: true }))
    one.at(LONGEST_WAIT_MS)
    expect([one.toast(), one.banner()]).toEqual([null, ["budget"]])
    one.put(items([item("ed", 1), item("mira", 1)]))
    expect(one.toast()).toBeNull()
  })

  test("what is answered before it was told is not told; what is answered while shown goes", () => {
    const one = screen()
    one.put({ kind: "typed" })
    one.put(items([item("ed", 1)]))
    one.put(items([]))
    one.at(LONGEST_WAIT_MS)
    expect(one.toast()).toBeNull()
    one.put(items([item("mira", 1)]))
    expect(one.toast()).toEqual(["mira"])
    one.put(items([]))
    expect(one.toast()).toBeNull()
  })

  test("the chat that has the keys shows its own card: no toast over it", () => {
    const one = screen()
    one.put(items([item("q1", 1, "ed"), item("q2", 1, "mira")], { focused: "ed" }))
    expect(one.toast()).toEqual(["q2"])
  })

  test("what waited before the screen was opened is no news, unless it stops the line", () => {
    const state = toastStep(noToasts, items([item("ed", 1), item("budget", 0)]), 0)
    expect(state.toast).toBeNull()
    expect(state.banner.map(({ id }) => id)).toEqual(["budget"])
  })

  test("what the user put away does not come back while it waits", () => {
    const one = screen()
    one.put(items([item("budget", 0), item("ed", 1)]))
    one.put({ kind: "put-away", what: "banner" })
    one.put({ kind: "put-away", what: "toast" })
    one.put(items([item("budget", 0), item("ed", 1)]))
    expect([one.toast(), one.banner()]).toEqual([null, []])
  })

  test("a timer that drops fractions of a millisecond still rings late enough: the toast goes away", () => {
    const shownAt = 0.7
    const shown = toastStep(toastStep(noToasts, items([]), 0), items([item("ed", 1)]), shownAt)
    const drawnAt = 1.2
    const ringsAt = drawnAt + Math.trunc(waitFor(nextLook(shown) ?? 0, drawnAt))
    expect(toastStep(shown, { kind: "tick" }, ringsAt).toast).toBeNull()
  })
})
