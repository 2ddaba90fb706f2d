import { sampleItem } from "@kibitz/testkit"
import { expect, test } from "vitest"
import { forGood, size, surveyLine, undoLine } from "./approval-facts.ts"

const asked = (fields: Partial<Parameters<typeof undoLine>[0]>) =>
  undoLine(sampleItem("approval", { id: "i", agentId: "ed", head: "c41f9ab00", ...fields }))
const verdict = (write: boolean, network = false) => ({
  effect: "ask" as const,
  rule: "profile",
  because: "",
  confinement: { write, network },
})

test("undo is promised only where a commit keeps what was", () => {
  expect(asked({ destructive: true })).toBe("no")
  expect(asked({ verdict: verdict(true) })).toBe("files, from commit c41f9ab")
  expect(asked({ verdict: verdict(true), head: null })).toBe("no, the project is not in git")
  expect(asked({ verdict: verdict(false) })).toBe("nothing to undo")
  expect(asked({ capability: "git_commit" })).toBe("yes, the commit can be taken back in git")
})

test("what leaves the computer cannot be undone, whatever else can", () => {
  expect(asked({ verdict: verdict(true, true), effects: ["network: the package registry"] })).toBe(
    "files, from commit c41f9ab; what is sent cannot be called back",
  )
  expect(asked({ capability: "web_fetch", effects: ["network: example.org"] })).toBe("no, what is sent cannot be called back")
})

test("card law 5: what a deletion takes is counted, sized and looked up in git", () => {
  const survey = { files: 14, folders: 1, bytes: 2_100_000, isCut: false, inGit: 0, first: [] }
  expect(surveyLine(survey)).toBe("Deletes 14 files in 1 folder (2.1 MB). Not in git.")
  expect(surveyLine({ ...survey, inGit: 9 })).toContain("9 of 14 are in git")
  expect(surveyLine({ ...survey, inGit: 14 })).toContain("All of it is in git")
  expect(surveyLine({ ...survey, inGit: null })).toContain("The project is not in git.")
  expect(surveyLine({ ...survey, files: 0, bytes: 0 })).toBe("Deletes 1 empty folder.")
  expect(surveyLine({ ...survey, files: 0, folders: 0 })).toBe("Nothing is there to delete.")
  expect(surveyLine({ ...survey, files: 20_000, isCut: true })).toBe(
    "Deletes more than 20,000 files in 1 folder (more than 2.1 MB).",
  )
})

test("sizes are short", () => {
  expect([0, 999, 1000, 999_999, 2_100_000, 3.2e12].map(size)).toEqual([
    "0 bytes",
    "999 bytes",
    "1.0 KB",
    "1000 KB",
    "2.1 MB",
    "3.2 TB",
  ])
})

test("card law 5: the second step says what goes for good", () => {
  expect(forGood("Delete 14 files")).toBe("This deletes 14 files for good.")
  expect(forGood("Delete more than 1,000 files")).toBe("This deletes more than 1,000 files for good.")
})
