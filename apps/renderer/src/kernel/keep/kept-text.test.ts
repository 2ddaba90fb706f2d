import { expect, test } from "vitest"
import { createTextKeeper, keepText, keptNames, keptText } from "./kept-text.ts"
import { keepOf, refusing } from "./testing/keep.ts"

/** A pause that ends when the test says so. */
function pauses() {
  const waiting = new Set<() => void>()
  return {
    waiting,
    pause: (then: () => void) => {
      waiting.add(then)
      return () => void waiting.delete(then)
    },
    end: () => {
      for (const then of [...waiting]) then()
    },
  }
}
const long = (letter: string) => letter.repeat(20_001)

test("text is kept with every letter; a long one after a pause, the last of it only", () => {
  const { pause, end, waiting } = pauses()
  const written: string[] = []
  const keeper = createTextKeeper((text) => written.push(text), pause)
  keeper.put("a")
  keeper.put("ab")
  keeper.put(long("c"))
  keeper.put(long("d"))
  expect(written).toEqual(["a", "ab"])
  end()
  expect([written.length, written.at(-1)]).toEqual([3, long("d")])
  keeper.put(long("e"))
  keeper.put("")
  expect([written.at(-1), waiting.size]).toEqual(["", 0])
})

test("whoever goes within the pause loses nothing, and what is dropped does not come back", () => {
  const { pause, end } = pauses()
  const written: string[] = []
  const keeper = createTextKeeper((text) => written.push(text), pause)
  keeper.put(long("a"))
  keeper.flush()
  keeper.flush()
  expect(written).toEqual([long("a")])
  keeper.put(long("b"))
  keeper.drop()
  end()
  expect(written).toHaveLength(1)
})

test("storage that is full, forbidden or not there is no reason to stop writing", () => {
  const full = keepOf({ "x.a": "before" }, refusing)
  keepText(full, "x.a", "more")
  keepText(full, "x.a", "")
  expect(keptText(full, "x.a")).toBe("before")
  const forbidden = new Proxy(keepOf(), {
    get: () => expect.fail("forbidden"),
    ownKeys: () => expect.fail("forbidden"),
  })
  expect([keptText(forbidden, "x.a"), keptNames(forbidden, "x.")]).toEqual(["", []])
  expect(keptNames(keepOf({ "x.a": "1", "x.b": "2", y: "3" }), "x.")).toEqual(["a", "b"])
})
