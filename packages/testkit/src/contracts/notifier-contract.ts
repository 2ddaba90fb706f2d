// What every notifier must do. `standing` is what the user would see on the screen.
import type { AgentId } from "@kibitz/contract"
import type { Notifier, UserNotice } from "@kibitz/ports"
import { describe, expect, test } from "vitest"

type Seen = { readonly notifier: Notifier; standing(): readonly { readonly title: string }[]; count(): number }

export function notifierContract(name: string, make: () => Seen): void {
  const notice = (id: string, title: string): UserNotice => ({
    id,
    title,
    body: "",
    tier: 1,
    agentId: "ed" as AgentId,
    itemId: null,
    silent: true,
  })
  const titles = ({ standing }: Seen) => standing().map(({ title }) => title)

  describe(`${name} keeps the promises of a notifier`, () => {
    test("what is shown stands beside what was shown before", () => {
      const seen = make()
      seen.notifier.show(notice("a", "first"))
      seen.notifier.show(notice("b", "second"))
      expect(titles(seen)).toEqual(["first", "second"])
    })

    test("what replaces another takes its place; without another, it is shown", () => {
      const seen = make()
      seen.notifier.replace(notice("digest", "one"))
      expect(titles(seen)).toEqual(["one"])
      seen.notifier.replace(notice("digest", "two"))
      expect(titles(seen)).toEqual(["two"])
    })

    test("clearing takes all of them back, and is harmless when there is none", () => {
      const seen = make()
      seen.notifier.clear()
      seen.notifier.show(notice("a", "first"))
      seen.notifier.replace(notice("digest", "one"))
      seen.notifier.clear()
      expect(titles(seen)).toEqual([])
      seen.notifier.show(notice("b", "second"))
      expect(titles(seen)).toEqual(["second"])
    })

    test("the badge shows the last count", () => {
      const seen = make()
      seen.notifier.badge(3)
      seen.notifier.badge(0)
      expect(seen.count()).toBe(0)
      seen.notifier.badge(2)
      expect(seen.count()).toBe(2)
    })
  })
}
