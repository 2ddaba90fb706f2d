// F33: the page may die at any time; agents live in the main process and do not notice.
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { devtoolsSwitch, peepholeOf } from "../driver/devtools.ts"
import { eventsIn } from "../driver/journal.ts"
import { startPlainly } from "../driver/plain-start.ts"
import { commandLine, processTree } from "../driver/processes.ts"
import { expect, test } from "../driver/test.ts"

const composers = "document.querySelectorAll('[data-testid=composer]').length"
const maps = "document.querySelectorAll('[data-testid=map-pane]:not([aria-busy]) canvas').length"
/** As the button beside the map does it. */
const goIn = "document.querySelector('[data-testid=inspector] .button-primary').click()"

test("ux 6, F33: a page that dies comes back by itself, while the reply goes on; whom the user was with has been left", async ({
  folders,
}) => {
  const run = startPlainly(folders, { args: [devtoolsSwitch, "--ux-seed=3,2,0"], env: { KIBITZ_REHEARSAL_PACE: "0.5" } })
  const page = peepholeOf(run)
  const look = (code: string) => page.evaluate(code).catch(() => "gone")
  await expect.poll(() => look(maps), { timeout: 20_000 }).toBe(1)
  await page.evaluate(goIn)
  await expect.poll(() => look(composers)).toBe(1)
  await page.evaluate("document.querySelector('[data-testid=composer]').focus()")
  await page.typeLine("Tell me a long story")
  await expect.poll(() => look("document.querySelector('.reply[aria-busy=true]')?.textContent.length > 50")).toBe(true)

  killPage(run.pid)
  // Nothing is mounted in the new page: nobody is joined, and one goes in again.
  await expect.poll(() => look(maps), { timeout: 20_000 }).toBe(1)
  expect(await look("document.querySelector('[data-testid=status-bar]').textContent")).toContain(
    "The window restarted. Agents kept working.",
  )
  await page.evaluate(goIn)
  await expect
    .poll(() => look("document.querySelector('.reply[aria-busy=true]')?.textContent.length > 50"), { timeout: 20_000 })
    .toBe(true)
  await expect
    .poll(() => look("document.querySelector('.transcript-content').textContent"), { timeout: 40_000 })
    .toContain("Do not hurry the chorus")
  await expect.poll(() => look("document.querySelector('[data-testid=working-line]').dataset.state")).toBe("idle")
  expect(await look("document.querySelectorAll('.draft').length")).toBe(0)

  run.process.kill("SIGTERM")
  expect(await run.ended).toEqual({ code: 0, signal: null })
  const told = eventsIn(folders, "presence.joined", "presence.left").map(
    ({ type, agentId, cause }) => `${type} ${agentId} ${cause}`,
  )
  expect(told).toEqual([
    "presence.joined jake navigate",
    "presence.left jake recovered",
    "presence.joined jake navigate",
    "presence.left jake quit",
  ])
})

test("F33: a page that dies again and again ends in a question, not in a loop", async ({ folders }) => {
  const run = startPlainly(folders, { args: [devtoolsSwitch, "--ux-seed=3,2,0"] })
  const page = peepholeOf(run)
  const isBack = () => page.evaluate(maps).catch(() => "gone")
  await expect.poll(isBack, { timeout: 20_000 }).toBe(1)
  for (let deaths = 1; deaths <= 3; deaths += 1) {
    const died = killPage(run.pid)
    await expect.poll(() => pageOf(run.pid) !== died && pageOf(run.pid) !== undefined, { timeout: 20_000 }).toBe(true)
    await expect.poll(isBack, { timeout: 20_000 }).toBe(1)
  }
  killPage(run.pid)
  await expect.poll(() => noted(folders.dataDir), { timeout: 20_000 }).toContain("page keeps dying; asking the user")
  expect(pageOf(run.pid)).toBeUndefined()
  run.process.kill("SIGTERM")
  expect((await run.ended).code).toBe(0)
})

function killPage(app: number): number {
  const pid = pageOf(app)
  if (pid === undefined) throw new Error("the app has no page")
  process.kill(pid, "SIGKILL")
  return pid
}

function pageOf(app: number): number | undefined {
  return processTree(app).find((pid) => commandLine(pid).includes("--type=renderer"))
}

function noted(dataDir: string): string {
  const file = join(dataDir, "desktop.log")
  return existsSync(file) ? readFileSync(file, "utf8") : ""
}
