// What a document points at exists. A picture or file that was moved would otherwise be missed by everybody but the newcomer.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs"
import { dirname, join, relative } from "node:path"
import { expect, test } from "vitest"
import { root } from "../setup/paths.mjs"

const leftOut = new Set(["node_modules", "dist", "release", ".git", "test-results"])

function documents(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (leftOut.has(entry.name)) return []
    const path = join(folder, entry.name)
    return entry.isDirectory() ? documents(path) : entry.name.endsWith(".md") ? [path] : []
  })
}

function linksOf(text: string): string[] {
  const prose = text.replace(/```[\s\S]*?```/g, "").replace(/`[^`\n]*`/g, "")
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1] ?? "").filter((target) => !/^[a-z]+:|^#/.test(target))
}

const found = documents(root)

test("there are documents, and they link to each other", () => {
  expect(found.length).toBeGreaterThan(8)
  expect(found.flatMap((path) => linksOf(readFileSync(path, "utf8"))).length).toBeGreaterThan(20)
})

test.each(found.map((path) => relative(root, path)))("every link in %s leads somewhere", (document) => {
  const path = join(root, document)
  const broken = linksOf(readFileSync(path, "utf8")).filter(
    (target) => !existsSync(join(dirname(path), target.split("#")[0] ?? "")),
  )
  expect(broken).toEqual([])
})

test("the pictures are small enough to be in a repository", () => {
  const folder = join(root, "docs", "screens")
  const heavy = readdirSync(folder).filter((name) => statSync(join(folder, name)).size > 300_000)
  expect(heavy).toEqual([])
})
