import { type ApprovalItem, type ItemId, jakeId, type Survey } from "@kibitz/contract"
import { replayWithJake } from "@kibitz/testkit"
import { describe, expect, it, test } from "vitest"
import { fromApp } from "../kernel/outcome.ts"
import { deletedBy, deletionStep } from "./deletion.ts"

const survey: Survey = { files: 14, folders: 2, bytes: 2_100_000, isCut: false, inGit: 0, first: ["data/legacy/users.csv"] }

test.each([
  ["rm -rf data/legacy", ["data/legacy"]],
  ["rm -r -f a b && rm -rf -- -c", ["a", "b", "-c"]],
  ["npm test && rm -rf dist", ["dist"]],
])("%s takes what it names", (command, paths) => {
  expect(deletedBy("bash", { command })).toEqual(paths)
})

test.each([
  "ls data",
  "cd data && rm -rf legacy",
  "rm -rf $HOME/x",
  "rm -rf data/*",
  "rm -rf dist; git push --force origin main",
  "git push --force",
])("of %s nothing is counted: it deletes nothing, or not only what it names", (command) => {
  expect(deletedBy("bash", { command })).toBeNull()
})

test("card law 5: the second step names the count and the noun", () => {
  expect(deletionStep(survey)).toBe("Delete 14 files")
  expect(deletionStep({ ...survey, files: 1 })).toBe("Delete 1 file")
  expect(deletionStep({ ...survey, files: 20_000, isCut: true })).toBe("Delete more than 20,000 files")
  expect(deletionStep({ ...survey, files: 0, folders: 3 })).toBe("Delete 3 empty folders")
  expect(deletionStep({ ...survey, files: 0, folders: 0 })).toBeNull()
})

describe("card law 5: what was counted", () => {
  function asked() {
    const run = replayWithJake()
    run.must({
      type: "posture.change",
      agentId: jakeId,
      changes: { phase: "execution" },
      confirm: "execution",
      reason: "",
      when: "now",
    })
    run.proposes(jakeId, { name: "bash", input: { command: "rm -rf data/legacy" } })
    const item = () => Object.values(run.world().attention)[0] as ApprovalItem
    return { run, item }
  }

  it("stands on the item, names its second step, and is the user's to confirm as before", () => {
    const { run, item } = asked()
    const { id, hash, stepTwo } = item()
    expect(stepTwo).toBe("Delete data/legacy")
    run.must({ type: "approval.survey", itemId: id, survey }, fromApp)
    expect(item()).toMatchObject({ survey, stepTwo: "Delete 14 files", hash })
    const items = [{ id, hash }]
    expect(run.do({ type: "approval.answer", items, decision: { kind: "once" } })).toBe("needs-confirmation")
    expect(run.refusal.message).toContain('"Delete 14 files"')
    expect(run.lighter().attention).toEqual(run.world().attention)
  })

  it("is nothing new when it is the same, has its hidden characters shown, and comes too late for what was answered", () => {
    const { run, item } = asked()
    const { id } = item()
    const odd = { ...survey, first: ["data/\u202ecsv.exe"] }
    run.must({ type: "approval.survey", itemId: id, survey: odd }, fromApp)
    expect(item().survey?.first[0]).not.toContain("\u202e")
    expect(run.must({ type: "approval.survey", itemId: id, survey: odd }, fromApp)).toEqual([])
    expect(run.do({ type: "approval.survey", itemId: "gone" as ItemId, survey }, fromApp)).toBe("stale")
  })
})
