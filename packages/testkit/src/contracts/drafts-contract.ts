// What every spool of drafts must do. `restarted` is the same spool as a new process finds it after a kill -9.
import type { TurnId } from "@kibitz/contract"
import type { Drafts } from "@kibitz/ports"
import fc from "fast-check"
import { describe, expect, test } from "vitest"

const turn = (name: string) => name as TurnId

export function draftsContract(name: string, make: () => { drafts: Drafts; restarted(): Drafts }): void {
  describe(`${name} keeps the promises of drafts`, () => {
    test("nothing kept is an empty text, and dropping it is harmless", () => {
      const { drafts } = make()
      drafts.drop(turn("turn_1"))
      expect(drafts.read(turn("turn_1"))).toBe("")
    })

    test("the last text counts, per turn, also after a restart (F2)", () => {
      const { drafts, restarted } = make()
      drafts.keep(turn("turn_1"), "Hello")
      drafts.keep(turn("turn_2"), "Other")
      drafts.keep(turn("turn_1"), "Hello, world")
      for (const each of [drafts, restarted()]) {
        expect([each.read(turn("turn_1")), each.read(turn("turn_2"))]).toEqual(["Hello, world", "Other"])
      }
      drafts.keep(turn("turn_1"), "")
      expect(restarted().read(turn("turn_1"))).toBe("")
    })

    test("a second attempt replaces the first, also when it is shorter", () => {
      const { drafts, restarted } = make()
      drafts.keep(turn("turn_1"), "A long first attempt")
      drafts.keep(turn("turn_1"), "Anew")
      drafts.keep(turn("turn_1"), "Anew and on")
      expect(restarted().read(turn("turn_1"))).toBe("Anew and on")
    })

    test("what is dropped is gone for good", () => {
      const { drafts, restarted } = make()
      drafts.keep(turn("turn_1"), "text")
      drafts.drop(turn("turn_1"))
      expect([drafts.read(turn("turn_1")), restarted().read(turn("turn_1"))]).toEqual(["", ""])
    })

    test("any text cut anywhere comes back whole, character pairs included (F28)", () => {
      fc.assert(
        fc.property(fc.string({ unit: "binary", maxLength: 40 }), fc.array(fc.nat(60), { maxLength: 6 }), (text, cuts) => {
          const { drafts, restarted } = make()
          for (const cut of [...cuts].sort((a, b) => a - b)) drafts.keep(turn("turn_1"), text.slice(0, cut))
          drafts.keep(turn("turn_1"), text)
          expect(restarted().read(turn("turn_1"))).toBe(text)
        }),
        { numRuns: 40 },
      )
    })
  })
}
