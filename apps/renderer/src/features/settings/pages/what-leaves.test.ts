import { defaultSettings } from "@kibitz/contract"
import { expect, test } from "vitest"
import { whatLeaves } from "./what-leaves.ts"

test("in rehearsal nothing goes to a model; otherwise it is said to whom, by name", () => {
  const said = (baseUrl: string | null, using: "rehearsal" | "provider") =>
    whatLeaves({ ...defaultSettings, baseUrl }, { using })[0]
  expect(said(null, "rehearsal")).toContain("Nothing goes to a model")
  expect(said(null, "provider")).toContain("goes to Anthropic")
  expect(said("http://127.0.0.1:8080/v1", "provider")).toContain("goes to 127.0.0.1:8080,")
})

test("where searches go is said, also when nowhere", () => {
  const said = (searchAddress: string | null) => whatLeaves({ ...defaultSettings, searchAddress }, { using: "rehearsal" })[1]
  expect(said(null)).toContain("none")
  expect(said("https://search.example/find")).toContain("search.example.")
})
