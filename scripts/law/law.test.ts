import { describe, expect, test } from "vitest"
import { root } from "../setup/paths.mjs"
import { checkLaw, projectFiles, rules } from "./check.ts"
import { layers } from "./law.ts"
import type { File } from "./source.ts"
import { notBuiltYet, threatIds } from "./threats.ts"

const real = projectFiles(root)

/** The rules that object to the planted file and to nothing else in it. */
function objections(...planted: File[]): string[] {
  const paths = new Set(planted.map(({ path }) => path))
  return checkLaw([
    ...real.filter(({ path }) => /package(-lock)?\.json$/.test(path)),
    { path: "packages/domain/src/ok.ts", text: "" },
    { path: "packages/domain/src/two/y.ts", text: 'import { x } from "../one/x.ts"' },
    ...Array.from({ length: 20 }, (_, at) => ({ path: `packages/domain/src/crowd/${at}.ts`, text: "" })),
    ...planted,
  ])
    .filter(({ violations }) => violations.some(({ path }) => paths.has(path)))
    .map(({ rule }) => rule.name)
}

const screen = "apps/renderer/src"
const at = (path: string, text: string): File => ({ path, text })

/** The words of two concepts. */
const plants: readonly File[] = [
  at("packages/contract/src/plant/events.ts", wordsOf("plant.wet", "plant.dry", "plant.cut", "plant.named")),
  at("packages/contract/src/plant/commands.ts", wordsOf("plant.water", "plant.named")),
  at("packages/contract/src/soil/events.ts", wordsOf("soil.dug")),
]

function wordsOf(...types: readonly string[]): string {
  return types.map((type, index) => `export const W${index} = z.object({ type: z.literal("${type}") })`).join("\n")
}

describe("each rule fails on a planted breach", () => {
  const breaches: [rule: string, ...files: File[]][] = [
    ["layers", at("packages/domain/src/x.ts", 'import { openHost } from "@kibitz/host"')],
    ["layers", at("packages/contract/src/x.ts", 'import type { World } from "@kibitz/domain"')],
    ["layers", at("packages/supervisor/src/x.ts", 'export { sqliteJournal } from "@kibitz/adapters/sqlite"')],
    ["layers", at("packages/adapters/files/src/x.ts", 'const later = import("@kibitz/supervisor")')],
    ["layers", at("packages/ports/src/x.ts", 'type W = import("@kibitz/domain").World')],
    ["layers", at("apps/renderer/src/x.tsx", 'import { decide } from "@kibitz/supervisor"\nexport const a = <p>{decide}</p>')],
    ["layers", at("apps/desktop/src/preload/x.ts", 'import { openHost } from "@kibitz/host"')],
    ["layers", at("packages/host/src/x.ts", 'import { manualClock } from "@kibitz/testkit"')],
    ["layers", at("packages/host/src/x.ts", 'import { stage } from "./testing/stage.ts"')],
    ["public-entry", at("packages/domain/src/x.ts", 'import { Instant } from "../../contract/src/time.ts"')],
    ["public-entry", at("packages/domain/src/x.ts", 'import { Instant } from "@kibitz/contract/src/time.ts"')],
    ["restricted-packages", at("packages/host/src/x.ts", 'import { app } from "electron"')],
    ["restricted-packages", at("packages/supervisor/src/x.ts", 'import Anthropic from "@anthropic-ai/sdk"')],
    ["restricted-packages", at("packages/host/src/x.ts", 'const sql = require("better-sqlite3")')],
    ["restricted-packages", at("packages/domain/src/x.ts", 'import { sql } from "drizzle-orm/sqlite-core"')],
    ["node-modules", at("packages/supervisor/src/x.ts", 'import { readFileSync } from "node:fs"')],
    ["node-modules", at("apps/renderer/src/x.ts", 'import path from "path"')],
    ["node-modules", at("packages/host/src/x.ts", 'import { readFileSync } from "node:fs"')],
    ["node-modules", at("packages/host/src/x.ts", 'import { spawn } from "node:child_process"')],
    ["node-modules", at("apps/desktop/src/main/x.ts", 'import { spawn } from "child_process"')],
    ["node-modules", at("packages/supervisor/src/x.mts", 'import { readFileSync } from "node:fs"')],
    ["layers", at("apps/renderer/src/x.jsx", 'import { openHost } from "@kibitz/host"')],
    ["names", at("packages/supervisor/src/x.ts", 'import { type Permit as P } from "@kibitz/ports"')],
    ["names", at("apps/desktop/src/main/x.ts", 'import { ipcMain as bus } from "electron"')],
    ["names", at("packages/supervisor/src/recovery/x.ts", 'import { permitFor } from "../gate/permit.ts"')],
    ["no-back-door", at("packages/supervisor/src/x.ts", 'export const fs = process.getBuiltinModule("fs")')],
    ["no-back-door", at("packages/adapters/files/src/x.ts", 'import * as cp from "node:child_process"\nexport const a = cp')],
    ["permit", at("packages/supervisor/src/x.ts", "export const permit: Permit = JSON.parse(text)")],
    ["permit", at("packages/supervisor/src/x.ts", "export const a = tools.run({} as never, signal)")],
    ["pure-layers", at("packages/domain/src/x.ts", "const { now } = Date\nexport const a = now")],
    ["pure-layers", at("packages/domain/src/x.ts", "const { Now } = Temporal\nexport const a = Now")],
    ["no-mocks", at("packages/domain/src/x.test.ts", "await new Promise((resolve) => setTimeout(resolve, 500))")],
    ["declared-dependencies", at("packages/rehearsal/src/x.ts", 'import { z } from "left-pad"')],
    ["declared-dependencies", at("scripts/x.mjs", 'import { z } from "left-pad"')],
    ["lockfile", at("packages/domain/package.json", '{ "name": "@kibitz/domain", "dependencies": { "left-pad": "1.0.0" } }')],
    ["checkable-imports", at("packages/host/src/x.ts", "const name = process.argv[2]; await import(name)")],
    ["parses", at("packages/domain/src/x.ts", "const = 1")],
    ["permit", at("packages/supervisor/src/x.ts", "export const permit = {} as Permit")],
    ["permit", at("packages/adapters/files/src/x.ts", "export const permit = {} as unknown as Permit")],
    ["permit", at("packages/supervisor/src/gateway.ts", "export const permits = [] as readonly Permit[]")],
    ["permit", at("packages/host/src/x.test.ts", "export const permit = <Permit>{}")],
    ["pure-layers", at("packages/domain/src/x.ts", "export const at = Date.now()")],
    ["pure-layers", at("packages/contract/src/x.ts", "export const at = new Date()")],
    ["pure-layers", at("packages/domain/src/x.ts", "export const dice = Math.random")],
    ["pure-layers", at("packages/canvas/src/x.ts", "export const id = crypto.randomUUID()")],
    ["pure-layers", at("packages/domain/src/x.ts", "export const at = Temporal.Now.instant()")],
    ["ipc", at("apps/desktop/src/main/x.ts", 'ipcMain.handle("anything", () => 1)')],
    ["markup", at("apps/renderer/src/x.tsx", "export const a = <p dangerouslySetInnerHTML={{ __html: text }} />")],
    ["markup", at("apps/renderer/src/x.ts", "element.innerHTML = text")],
    ["no-shell", at("packages/adapters/shell/src/x.ts", 'spawn("ls", { shell: true })')],
    ["no-shell", at("packages/adapters/shell/src/x.ts", 'import { exec } from "node:child_process"')],
    ["safe-defaults", at("apps/desktop/src/main/x.ts", "new BrowserWindow({ webPreferences: { webSecurity: false } })")],
    ["no-mocks", at("packages/host/src/x.test.ts", 'vi.mock("@kibitz/ports")')],
    ["no-mocks", at("e2e/x.e2e.ts", "await page.waitForTimeout(100)")],
    ["length", at("packages/host/src/x.ts", "//\n".repeat(401))],
    ["folder-cycles", at("packages/domain/src/one/x.ts", 'import type { Y } from "../two/y.ts"')],
    [
      "folder-cycles",
      at("packages/domain/src/plant/x.ts", 'import { isRoot } from "./root/y.ts"'),
      at("packages/domain/src/plant/root/y.ts", 'import type { Plant } from "../x.ts"'),
    ],
    [
      "folder-cycles",
      at("packages/domain/src/plant/root/x.ts", 'import "./hair/y.ts"'),
      at("packages/domain/src/plant/root/hair/y.ts", 'import "../../leaf/z.ts"'),
      at("packages/domain/src/plant/leaf/z.ts", 'import "../root/w.ts"'),
    ],
    [
      "folder-cycles",
      at(`${screen}/kernel/ui/x.ts`, 'import "./parts/y.ts"'),
      at(`${screen}/kernel/ui/parts/y.ts`, 'import type { X } from "../x.ts"'),
    ],
    [
      "folder-cycles",
      at(`${screen}/app/frame/x.ts`, 'import "./bar/y.ts"'),
      at(`${screen}/app/frame/bar/y.ts`, 'import "../x.ts"'),
    ],
    ["records-without-rules", at("packages/domain/src/plant/record.ts", 'import { water } from "./decide.ts"')],
    ["records-without-rules", at("packages/domain/src/records.ts", 'export type { Plant } from "./plant/module.ts"')],
    [
      "records-without-rules",
      at("packages/domain/src/plant/record.ts", 'import { evolve } from "./evolve.ts"'),
      at("packages/domain/src/plant/evolve.ts", 'import { isDry } from "../soil/soil.ts"'),
      at("packages/domain/src/soil/soil.ts", 'import { wet } from "./decide.ts"'),
    ],
    ["folder-size", at("packages/domain/src/crowd/x.ts", "")],
    ["function-length", at("packages/supervisor/src/testing/x.ts", `export const long = () => {\n${"  step()\n".repeat(79)}}\n`)],
    ["folder-layers", at(`${screen}/kernel/ui/x.ts`, 'import { Chat } from "../../features/chat/chat.tsx"')],
    ["folder-layers", at(`${screen}/kernel/ui/x.ts`, 'import type { App } from "../../app/app.tsx"')],
    ["folder-layers", at(`${screen}/features/map/x.ts`, 'const later = import("../../app/start.tsx")')],
    ["folder-layers", at(`${screen}/features/map/x.ts`, 'import type { Row } from "../chat/lines/rows.ts"')],
    ["folder-layers", at(`${screen}/features/map/x.ts`, 'import "../chat/chat.css"')],
    ["folder-layers", at(`${screen}/features/map/x.test.ts`, 'import { rows } from "../chat/lines/rows.ts"')],
    [
      "folder-cycles",
      at(`${screen}/kernel/ui/x.ts`, 'import type { Line } from "../view/y.ts"'),
      at(`${screen}/kernel/view/y.ts`, 'export type { Box } from "../ui/x.ts"'),
    ],
    [
      "folder-cycles",
      at(`${screen}/kernel/ui/x.ts`, 'import "../view/y.ts"'),
      at(`${screen}/kernel/view/y.ts`, 'import "../keys/z.ts"'),
      at(`${screen}/kernel/keys/z.ts`, 'const later = import("../ui/x.ts")'),
    ],
    [
      "folder-cycles",
      at(`${screen}/features/chat/x.ts`, 'import "./lines/y.ts"'),
      at(`${screen}/features/chat/lines/y.ts`, 'import "../x.ts"'),
    ],
    ["folder-size", ...Array.from({ length: 31 }, (_, index) => at(`${screen}/features/chat/x${index}.ts`, ""))],
    ["style-length", at(`${screen}/kernel/ui/x.css`, "a {}\n".repeat(501))],
    ["function-length", at(`${screen}/kernel/ui/x.ts`, `export function x() {\n${"//\n".repeat(79)}}`)],
    ["function-length", at(`${screen}/kernel/ui/x.tsx`, `export const X = () => (\n  <p>\n${"\n".repeat(77)}  </p>\n)`)],
    [
      "event-names",
      at("packages/supervisor/src/x.ts", 'export const isPlant = new Set(["plant.wet", "plant.dry", "plant.cut"])'),
      ...plants,
    ],
    [
      "event-names",
      at(`${screen}/kernel/x.ts`, 'export const is = (e) => e.type === "plant.wet" || e.type === "soil.dug"'),
      ...plants,
    ],
    ["threats", at("packages/domain/src/x.test.ts", 'test("T99 is refused", () => {})')],
    ["threats", at("packages/domain/src/x.test.ts", "it.each([1])(`%s worktrees (F20)`, () => {})")],
  ]

  test.each(breaches)("%s: %j", (rule, ...files) => {
    expect(objections(...files)).toContain(rule)
  })

  test("no rule is without a planted breach", () => {
    const planted = new Set(breaches.map(([rule]) => rule))
    expect(rules.map(({ name }) => name).filter((name) => !planted.has(name))).toEqual([])
  })
})

test("what the table allows is allowed", () => {
  const allowed = [
    at("packages/domain/src/x.ts", 'import type { Instant } from "@kibitz/contract"\nexport const at = new Date("2026-01-01")'),
    at("packages/supervisor/src/gate/x.ts", "export const permit = {} as unknown as Permit"),
    at("packages/supervisor/src/x.test.ts", 'import { manualClock } from "@kibitz/testkit"\nimport { test } from "vitest"'),
    at("apps/renderer/src/x.ts", "export const highlighted = { shell: true }"),
    at("packages/adapters/files/src/testing/x.ts", 'import { manualClock } from "@kibitz/testkit"'),
    at("packages/adapters/sqlite/src/x.ts", 'import Database from "better-sqlite3"\nimport { join } from "node:path"'),
    at("apps/desktop/src/main/x.ts", 'import { app } from "electron"\nipcMain.on("port", () => 1)'),
    at("packages/domain/src/long.ts", "//\n".repeat(400)),
    at("packages/domain/src/two/one-way.ts", 'import { a } from "../three/a.ts"'),
    at("packages/domain/src/three/a.test.ts", 'import { b } from "../two/one-way.ts"'),
    at(`${screen}/features/chat/x.ts`, 'import "../../kernel/ui/y.ts"\nimport "./lines/z.ts"'),
    at(`${screen}/app/x.ts`, 'import "../features/chat/x.ts"\nimport "../features/map/x.ts"\nimport "../kernel/ui/y.ts"'),
    ...plants,
    at("packages/supervisor/src/y.ts", 'export const types = ["plant.wet", "plant.dry", "plant.water", "plant.named"]'),
    at("packages/domain/src/plant/list.ts", 'export const types = ["plant.wet", "plant.dry", "plant.cut", "soil.dug"]'),
    at("packages/supervisor/src/y.test.ts", 'export const types = ["plant.wet", "plant.dry", "plant.cut", "soil.dug"]'),
    at("packages/domain/src/plant/record.ts", 'import { evolve } from "./evolve.ts"'),
    at("packages/domain/src/plant/evolve.ts", 'import type { Agent } from "@kibitz/contract"'),
    at("packages/domain/src/plant/module.ts", 'import { plantRecord } from "./record.ts"\nimport { water } from "./decide.ts"'),
    ...Array.from({ length: 30 }, (_, index) => at(`${screen}/features/map/x${index}.ts`, "")),
    ...Array.from({ length: 9 }, (_, index) => at(`${screen}/features/map/x${index}.test.ts`, "")),
    at(`${screen}/kernel/ui/x.css`, "a {}\n".repeat(500)),
    at(`${screen}/kernel/ui/y.ts`, `export function x() {\n${"//\n".repeat(78)}}\n${"//\n".repeat(320)}`),
  ]
  expect(objections(...allowed)).toEqual([])
})

test("a check that sees no files fails", () => {
  const [first] = checkLaw([])
  expect(first?.rule.name).toBe("sees-files")
  expect(first?.violations).toHaveLength(1)
})

test("the sources of every layer that exists are seen", () => {
  const unseen = layers.filter(({ folder, name }) => name !== "canvas" && !real.some(({ path }) => path.startsWith(`${folder}/`)))
  expect(unseen.map(({ name }) => name)).toEqual([])
})

describe("threats and faults", () => {
  const list = at("scripts/law/threats.ts", "")
  const untested = (...files: File[]) =>
    checkLaw([list, ...files])
      .filter(({ rule }) => rule.name === "threats")
      .flatMap(({ violations }) => violations.map(({ problem }) => problem.split(" ").at(-1)))

  test("without a test each is missed, but for those whose subject is not built", () => {
    expect(untested()).toEqual(threatIds.filter((id) => !(id in notBuiltYet)))
    expect(Object.keys(notBuiltYet).filter((id) => !threatIds.includes(id))).toEqual([])
  })

  test("named in a title, in a part of one or in a table of tests it is found; elsewhere it is not", () => {
    const texts = [
      'test("T1: a title", () => {})',
      'describe("a part (F11, I1)", () => {})',
      "test.each(rows)(`A2 %s`, () => {})",
      'const rows = [{ name: "G4 diff.textconv" }]',
      'expect(keys).toEqual("Alt+F4 A3 and T2") // F3',
    ]
    const missed = untested(...texts.map((text, index) => at(`e2e/x${index}.e2e.ts`, text)))
    expect(threatIds.filter((id) => !missed.includes(id) && !(id in notBuiltYet))).toEqual(["T1", "G4", "F11", "A2"])
    expect(untested(at("packages/domain/src/x.ts", 'test("T1: a title", () => {})'))).toContain("T1")
  })
})

test("a violation is told with its line", () => {
  const text = "// ä 😀\n\nexport const at = Date.now()\n"
  const found = checkLaw([at("packages/domain/src/x.ts", text)]).flatMap(({ violations }) => violations)
  expect(found).toEqual([{ path: "packages/domain/src/x.ts", line: 3, problem: "Date.now is not an argument" }])
})
