import { expect, test } from "vitest"
import { isOurPage } from "./trusted-sender.ts"

const ours = { origin: "app://kibitz", url: "app://kibitz/index.html", parent: null }

test("1a-17: the main frame of our own page is heard", () => {
  expect(isOurPage(ours)).toBe(true)
})

test.each([
  null,
  { ...ours, parent: {} },
  { ...ours, origin: "null" },
  { ...ours, origin: "https://evil.example" },
  { ...ours, origin: "app://kibitz.evil" },
  { ...ours, url: "about:blank" },
  { ...ours, url: "app://kibitz.evil/" },
  { ...ours, url: "data:text/html,app://kibitz/" },
])("1a-17: nobody else is: %j", (frame) => {
  expect(isOurPage(frame)).toBe(false)
})
