import { beforeAll, expect, test } from "vitest"
import { look, showLook, watchLook } from "./look.ts"
import { usualPreferences } from "./preferences.ts"

const root = { dataset: {} as Record<string, string>, style: { fontSize: "" } }
beforeAll(() => void Object.assign(globalThis, { document: { documentElement: root } }))

test("writes a change on the root element before anybody else hears of it", () => {
  const seen: unknown[] = []
  const stop = watchLook(["theme", "textSize"], () => seen.push([root.dataset.theme, root.style.fontSize]))
  showLook({ theme: "dark" })
  showLook({ textSize: 120 })
  stop()
  expect(seen).toEqual([
    ["dark", "100%"],
    ["dark", "120%"],
  ])
  showLook({ theme: "system" })
  expect(root.dataset).toEqual(usualPreferences)
})

test("tells only those who watch what has changed, and keeps the rest of the look", () => {
  const heard: string[] = []
  const stops = [watchLook(["motion"], () => heard.push("motion")), watchLook(["density"], () => heard.push("density"))]
  showLook({ motion: "reduced" })
  showLook({ motion: "reduced" })
  expect(heard).toEqual(["motion"])
  expect(look.getState()).toMatchObject({ motion: "reduced", density: "compact", textSize: 120 })
  for (const stop of stops) stop()
})

test("what was written on the root element by somebody else is not read back", () => {
  root.dataset.motion = "full"
  expect(look.getState().motion).toBe("reduced")
})
