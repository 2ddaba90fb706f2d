import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { root } from "../setup/paths.mjs"
import { bundleProblems } from "./bundles.ts"
import { countPlaywright } from "./playwright.ts"
import { closing, lastLine, runStages } from "./stage.ts"
import { countVitest } from "./unit.ts"

describe("bundles", () => {
  const clean = {
    modules: ["apps/renderer/src/main.tsx", "packages/domain/src/world.ts", "node_modules/react/index.js"],
    externals: [],
  }

  test("a screen made of its own sources, domain and packages is clean", () => {
    expect(bundleProblems("renderer", clean)).toEqual([])
  })

  test.each([
    "packages/supervisor/src/supervisor.ts",
    "packages/adapters/sqlite/src/index.ts",
    "packages/host/src/host.ts",
    "node:fs",
    "__vite-browser-external:node:fs",
  ])("a screen that holds %s is not", (path) => {
    expect(bundleProblems("renderer", { ...clean, modules: [...clean.modules, path] })).not.toEqual([])
  })

  test("a screen that leaves an import to the browser is not", () => {
    expect(bundleProblems("renderer", { ...clean, externals: ["node:fs"] })).toEqual(["imports node:fs"])
  })

  test("a file that is bundled without being an input of the build would go stale", () => {
    const holding = (path: string) => bundleProblems("renderer", { ...clean, modules: [...clean.modules, path] })
    expect(holding("resources/cogitation/zen.json")).toEqual([])
    expect(holding("vite/preload-helper.js")).toEqual([])
    expect(holding("resources/rehearsal/hello.json")).toEqual([expect.stringContaining("stale once changed")])
  })

  test("an empty list is a failure, not a clean bundle", () => {
    expect(bundleProblems("renderer", { modules: [], externals: [] })).toHaveLength(1)
  })
})

describe("counting", () => {
  test("Vitest: skipped tests and files without tests have failed", () => {
    const report = {
      success: true,
      testResults: [
        {
          name: "/p/a.test.ts",
          status: "passed",
          assertionResults: [
            { status: "passed", fullName: "a" },
            { status: "pending", fullName: "b" },
          ],
        },
        { name: "/p/b.test.ts", status: "failed", message: "cannot load", assertionResults: [] },
      ],
    }
    const { passed, failed } = countVitest(report, () => true)
    expect({ passed, failed }).toEqual({ passed: 1, failed: 2 })
  })

  test("Vitest: a property that failed says where, others say what in one line", () => {
    const failed = (fullName: string, message: string) => ({ status: "failed", fullName, failureMessages: [message] })
    const assertionResults = [
      failed("a", "Error: Property failed after 3 tests\n{ seed: 7 }\nCounterexample: [1]\nShrunk"),
      failed("b", "no\nat x"),
    ]
    const { problems } = countVitest(
      { success: false, testResults: [{ name: "/p/a.test.ts", status: "failed", assertionResults }] },
      () => true,
    )
    expect(problems.map((one) => one.split("a.test.ts: ")[1])).toEqual([
      "a: Error: Property failed after 3 tests\n      { seed: 7 }\n      Counterexample: [1]",
      "b: no",
    ])
  })

  test("a kind of test of which there is none has failed", () => {
    expect(countVitest({ success: true, testResults: [] }, () => true)).toEqual({
      passed: 0,
      failed: 1,
      problems: ["ran no tests at all"],
    })
  })

  test("Playwright: counts nested suites; a skipped test and an error outside of tests have failed, and so has one that held at a second try", () => {
    const spec = (title: string, status: string, results: { error?: { message: string } }[] = [{}]) => ({
      title,
      file: "x",
      ok: true,
      tests: [{ status, results }],
    })
    const twice = [{ error: { message: "no page\nat x" } }, {}]
    const report = {
      errors: [{ message: "cannot load x.e2e.ts" }],
      suites: [
        {
          title: "x",
          specs: [spec("one", "expected")],
          suites: [{ title: "y", specs: [spec("two", "skipped"), spec("three", "flaky", twice)] }],
        },
      ],
    }
    const { passed, failed, problems } = countPlaywright(report)
    expect({ passed, failed }).toEqual({ passed: 1, failed: 3 })
    expect(problems).toEqual(["cannot load x.e2e.ts", "x › y › two: was skipped", "x › y › three: no page"])
  })

  test("Playwright: a test that this machine cannot do is green, and named in the summary", async () => {
    const limited = { type: "limited", description: "only root can mount a small disk" }
    const spec = (title: string, test: object) => ({
      title,
      file: "x",
      ok: true,
      tests: [{ status: "expected", results: [{}], ...test }],
    })
    const specs = [
      spec("one", { annotations: [limited], results: [{ annotations: [limited] }] }),
      spec("two", { results: [{ annotations: [{ type: "limited" }] }] }),
      spec("three", { annotations: [{ type: "issue", description: "7" }] }),
    ]
    const outcome = countPlaywright({ suites: [{ title: "x", specs }] })
    expect(outcome).toEqual({
      passed: 3,
      failed: 0,
      problems: [],
      notes: [
        "not proven here: x › one: only root can mount a small disk",
        "not proven here: x › two: this machine cannot do it",
      ],
    })
    const total = await runStages([{ name: "end to end", run: async () => outcome }], () => {})
    expect(closing(total)).toContain("  ! end to end: not proven here: x › one: only root can mount a small disk\n")
  })

  test("Vitest: a test that this machine cannot do is green, and named in the summary", () => {
    const assertionResults = [
      { status: "passed", fullName: "a", meta: { limited: "nothing can be mounted here" } },
      { status: "passed", fullName: "b", meta: {} },
    ]
    const report = { success: true, testResults: [{ name: join(root, "p", "a.db.test.ts"), status: "passed", assertionResults }] }
    expect(countVitest(report, () => true)).toEqual({
      passed: 2,
      failed: 0,
      problems: [],
      notes: ["not proven here: p/a.db.test.ts: a: nothing can be mounted here"],
    })
  })

  test("a stage that throws is one failure that names it, and the next one still runs", async () => {
    const told: string[] = []
    const stages = [
      { name: "broken", run: () => Promise.reject(new Error("no compiler")) },
      { name: "empty", run: async () => ({ passed: 0, failed: 0, problems: [] }) },
      { name: "whole", run: async () => ({ passed: 3, failed: 0, problems: [] }) },
    ]
    const total = await runStages(stages, (text) => told.push(text))
    expect(told.join("")).toContain("── whole ──\nwhole: 3 passed, 0 failed (")
    expect(total).toEqual({
      passed: 3,
      failed: 2,
      failures: ["broken: Error: no compiler", "empty: ran no tests at all"],
      notes: [],
    })
    expect(lastLine(total)).toBe("3 passed, 2 failed")
  })

  test("the end repeats what failed and what needed another try; its last line is the sum", async () => {
    const outcome = { passed: 2, failed: 1, problems: ["a: no\nat x"], notes: ["held only at try 2, find out why: b"] }
    const total = await runStages([{ name: "end to end", run: async () => outcome }], () => {})
    expect(closing(total).split("\n")).toEqual([
      "",
      "Failed:",
      "  ✗ end to end: a: no",
      "",
      "Passed, but:",
      "  ! end to end: held only at try 2, find out why: b",
      "",
      "2 passed, 1 failed",
      "",
    ])
    expect(closing({ passed: 1, failed: 0, failures: [], notes: [] })).toBe("\n1 passed, 0 failed\n")
  })
})
