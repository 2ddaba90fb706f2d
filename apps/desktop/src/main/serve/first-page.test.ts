import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { openFirstPage } from "./first-page.ts"

const html = `<link rel="icon" href="./favicon.svg" /><script type="module" src="./assets/index-1.js"></script>
<link rel="modulepreload" href="./assets/part-2.js"><link rel="stylesheet" href="./assets/index-3.css">`

/** `pass` lets the time of patience be over. */
function firstPage(files: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), "first-page-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, "assets"))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  let over = () => {}
  let isReached = false
  const page = openFirstPage(folder, 1_500, (call) => {
    over = call
    return () => {
      over = () => {}
    }
  })
  void page.isServed.then(() => {
    isReached = true
  })
  const reached = async () => {
    await Promise.resolve()
    return isReached
  }
  return { gives: page.gives, reached, pass: () => over() }
}

const whole = { "index.html": html, "assets/index-1.js": "1", "assets/part-2.js": "2", "assets/index-3.css": "3" }

test("served once the page and every script and sheet that it names is given out, however long it thinks in between", async () => {
  const { gives, reached } = firstPage(whole)
  for (const path of ["index.html", "assets/index-3.css", "assets/index-1.js"]) gives(path)
  expect(await reached()).toBe(false)
  gives("assets/part-2.js")
  expect(await reached()).toBe(true)
})

test("what the page does not name, or asks for twice, does not count", async () => {
  const { gives, reached } = firstPage(whole)
  for (const path of ["index.html", "favicon.svg", "assets/index-1.js", "assets/index-1.js"]) gives(path)
  expect(await reached()).toBe(false)
})

test("patience ends the wait for a page that never asks", async () => {
  const { reached, pass } = firstPage(whole)
  expect(await reached()).toBe(false)
  pass()
  expect(await reached()).toBe(true)
})

test("without a page whatever is asked for is enough", async () => {
  const { gives, reached } = firstPage({})
  gives("index.html")
  expect(await reached()).toBe(true)
})
