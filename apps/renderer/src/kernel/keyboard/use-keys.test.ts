import { expect, test } from "vitest"
import { createKeyStore, KEYS_KEPT, keyStoreOf } from "../keys/key-store.ts"
import { PASS } from "../keys/registry.ts"
import { type Handlers, isTyping, press } from "./use-keys.ts"

function storage(first: Record<string, string> = {}) {
  const kept = new Map(Object.entries(first))
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

/** An element as far as a key looks at it. */
const on = (tag: string) => ({ matches: (selector: string) => selector.split(/,\s*/).includes(tag) }) as unknown as EventTarget

function stroke(keys: Partial<Parameters<typeof press>[3]>) {
  const event = {
    key: "",
    code: "",
    ctrlKey: false,
    metaKey: false,
    shiftKey: false,
    altKey: false,
    isComposing: false,
    keyCode: 0,
    repeat: false,
    target: null,
    ...keys,
    defaultPrevented: keys.defaultPrevented ?? false,
    preventDefault: () => {
      event.defaultPrevented = true
    },
  }
  return event
}

const store = createKeyStore(storage(), "other")

function counting(...ids: readonly (keyof Handlers)[]) {
  const did: string[] = []
  const handlers: Handlers = Object.fromEntries(
    ids.map((id) => [id, ({ isRepeat }: { isRepeat: boolean }) => did.push(isRepeat ? `${id} again` : id)]),
  )
  return { did, handlers }
}

test("a key does what its place says and is then nobody else's", () => {
  const { did, handlers } = counting("approve", "attention-next")
  const event = stroke({ key: "a" })
  expect(press(store, handlers, "card", event)).toBe("approve")
  expect(event.defaultPrevented).toBe(true)
  expect(press(store, handlers, "global", event)).toBeNull()
  expect(press(store, handlers, "global", stroke({ key: "j", ctrlKey: true }))).toBe("attention-next")
  expect(did).toEqual(["approve", "attention-next"])
})

test("U14: a key held down answers once; what goes on while it is held is told so", () => {
  const { did, handlers } = counting("approve", "text-larger")
  const held = stroke({ key: "a", repeat: true })
  expect(press(store, handlers, "card", held)).toBeNull()
  expect(held.defaultPrevented).toBe(true)
  press(store, handlers, "global", stroke({ key: "+", code: "Equal", ctrlKey: true, repeat: true }))
  expect(did).toEqual(["text-larger again"])
})

test("U13: no plain key acts from a text field", () => {
  const { did, handlers } = counting("approve", "option-1", "peek", "help", "zoom-in")
  for (const key of ["y", "a", "1", "Enter", " ", "?"])
    for (const place of ["card", "map", "rail", "global"] as const)
      expect(press(store, handlers, place, stroke({ key, target: on("textarea") }))).toBeNull()
  expect(did).toEqual([])
  expect(isTyping(on("textarea"))).toBe(true)
  expect(isTyping(on("div"))).toBe(false)
})

test("Enter and Space press the button that has the focus, and act on the widget itself", () => {
  const { did, handlers } = counting("peek", "zoom-in")
  const home = on("button")
  for (const key of ["Enter", " "]) press(store, handlers, "map", stroke({ key, target: on("button") }))
  expect(did).toEqual([])
  for (const key of ["Enter", " "]) press(store, handlers, "map", stroke({ key, target: home }), { home })
  expect(did).toEqual(["zoom-in", "peek"])
})

test("a handler with nothing to do lets the key go on", () => {
  const event = stroke({ key: "Escape" })
  expect(press(store, { "zoom-out": () => PASS }, "global", event)).toBeNull()
  expect(event.defaultPrevented).toBe(false)
})

test("the user's keys outlast the window, and broken ones do no harm", () => {
  const keep = storage()
  const first = createKeyStore(keep, "other")
  first.bind("settings", "F8", "Ctrl+,")
  first.switchSingleKeys(false)
  const again = createKeyStore(keep, "other")
  expect(again.bindings.getState()).toEqual({ singleKeys: false, changed: { settings: ["F8"] } })
  again.resetAll()
  expect(again.bindings.getState()).toEqual({ singleKeys: false, changed: {} })
  expect(createKeyStore(storage({ [KEYS_KEPT]: "{{" }), "other").bindings.getState().changed).toEqual({})
  const closed = { ...keep, getItem: () => expect.fail("forbidden") as never }
  expect(createKeyStore(closed, "other").bindings.getState().changed).toEqual({})
  expect(keyStoreOf(keep)).toBe(keyStoreOf(keep))
})

test("F18: a key for what cannot be done here does nothing, and is nobody else's", () => {
  const { did, handlers } = counting("new-agent", "palette")
  const refuse = (id: string) => id === "new-agent"
  const event = stroke({ key: "n", ctrlKey: true })
  press(store, handlers, "global", event, { refuse })
  expect([did, event.defaultPrevented]).toEqual([[], true])
  press(store, handlers, "global", stroke({ key: "k", ctrlKey: true }), { refuse })
  expect(did).toEqual(["palette"])
})
