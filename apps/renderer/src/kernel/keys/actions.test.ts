import { expect, test } from "vitest"
import { actionOf, actions, groups, isActionId } from "./actions.ts"
import { conflictsOf, usualBindings, whyNot } from "./bindings.ts"
import { isCharacter, type Os, readChord, writeChord } from "./chord.ts"
import { reserved, whyReserved } from "./reserved.ts"

const systems: readonly Os[] = ["apple", "other"]
const defaults = systems.flatMap((os) => actions.flatMap((action) => action.keys[os].map((key) => ({ os, action, key }))))

test("every action is named once, and every key is written the one way it is read", () => {
  expect(new Set(actions.map(({ id }) => id)).size).toBe(actions.length)
  expect(new Set(actions.map(({ title }) => title)).size).toBe(actions.length)
  for (const { key } of defaults) {
    const chord = readChord(key)
    expect(chord && writeChord(chord), key).toBe(key)
  }
  for (const { group, title } of actions) {
    expect(groups).toContain(group)
    expect(title).toMatch(/^[A-Z][^.]*$/)
  }
})

test("U31: no key of ours is one of the system's, on any system", () => {
  for (const os of systems) for (const key of reserved[os]) expect(readChord(key), key).not.toBeNull()
  for (const { os, action, key } of defaults) {
    expect(reserved[os], `${action.id} on ${os}`).not.toContain(key)
    if (!action.isFixed) expect(whyNot(action.id, key, os), `${action.id} ${key} on ${os}`).toBeNull()
  }
})

test("U31: no key does two things in the same place", () => {
  for (const { os, action, key } of defaults) {
    expect(conflictsOf(usualBindings, action.id, key, os), `${action.id} ${key} on ${os}`).toEqual([])
  }
})

test("U31: nothing is on Ctrl+Alt with a character, which is AltGr", () => {
  for (const { key } of defaults) {
    const chord = readChord(key)
    expect(chord?.ctrl && chord.alt && isCharacter(chord.key), key).toBe(false)
  }
  expect(whyReserved("Ctrl+Alt+E", "other")).toMatch(/AltGr/)
})

test("U31: neither reload nor developer tools are on any key, nor can a user put anything there", () => {
  for (const key of [
    "Ctrl+R",
    "Ctrl+Shift+R",
    "Ctrl+Shift+I",
    "F5",
    "Ctrl+.",
    "Ctrl+;",
    "Ctrl+Shift+U",
    "Ctrl+Shift+E",
    "Ctrl+Space",
    "Ctrl+Shift+0",
  ])
    expect(whyReserved(key, "other"), key).not.toBeNull()
  for (const key of [
    "Shift+Cmd+3",
    "Shift+Cmd+4",
    "Shift+Cmd+5",
    "Ctrl+Up",
    "Ctrl+Down",
    "Cmd+H",
    "Cmd+M",
    "Alt+Cmd+H",
    "Alt+Cmd+M",
    "Cmd+R",
  ])
    expect(whyReserved(key, "apple"), key).not.toBeNull()
})

test("the keys of ux 3.1 and 3.2", () => {
  const keys = (id: string, os: Os = "other") => (isActionId(id) ? actionOf(id).keys[os] : expect.fail(id))
  expect(["work-mode", "run-autonomous", "run-assisted", "run-manual", "repair", "access"].map((id) => keys(id)[0])).toEqual(
    ["M", "A", "S", "H", "X", "L"].map((letter) => `Ctrl+Shift+${letter}`),
  )
  expect(
    ["work-mode", "run-autonomous", "run-assisted", "run-manual", "repair", "access"].map((id) => keys(id, "apple")[0]),
  ).toEqual(["M", "A", "S", "H", "X", "L"].map((letter) => `Ctrl+Cmd+${letter}`))
  expect(keys("palette")).toEqual(["Ctrl+K", "Ctrl+Shift+P"])
  expect(keys("palette", "apple")).toEqual(["Cmd+K", "Shift+Cmd+P"])
  expect(keys("attention-next")).toEqual(["Ctrl+J", "N"])
  expect(keys("pause", "apple")).toEqual(["Cmd+."])
  expect(keys("hold-all")).toEqual(["Shift+F9"])
  expect(keys("slot-9")).toEqual(["Ctrl+9", "9"])
  expect(keys("pin-1")).toEqual(["Shift+1"])
  expect(keys("back", "apple")).toEqual(["Cmd+["])
})
