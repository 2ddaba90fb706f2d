// Owns: what the map does on the real Electron when it is worked hard, as raw times on one line of JSON, for bench/map.bench.ts:
//   node e2e/perf/map.ts zoom <seed> <ms>      one small turn of the wheel for every frame, in for half the time and out again; three times
//   node e2e/perf/map.ts attend <asking> <n>   so many presses of the key to the next thing that needs the user
import type { Page } from "@playwright/test"
import { makeFolders } from "../driver/folders.ts"
import { type Kibitz, startKibitz } from "../driver/kibitz.ts"
import { mapOn } from "../driver/map.ts"
import { uxOf } from "../driver/ux.ts"

const [what = "", first = "", second = ""] = process.argv.slice(2)

const ROUNDS = 3

async function zoom({ page }: Kibitz, ms: number) {
  const rounds = []
  for (let round = 0; round < ROUNDS; round++) rounds.push(await zoomOnce(page, ms))
  return { rounds }
}

async function zoomOnce(page: Page, ms: number) {
  await mapOn(page).press("0")
  await mapOn(page).rest()
  await page.getByTestId("map").evaluate((host, length) => {
    const { left, top, width, height } = host.getBoundingClientRect()
    const at = { clientX: left + width * 0.62, clientY: top + height * 0.55, bubbles: true, cancelable: true }
    const from = performance.now()
    return new Promise<void>((resolve) => {
      const turn = () => {
        const gone = performance.now() - from
        if (gone >= length) return resolve()
        host.dispatchEvent(new WheelEvent("wheel", { ...at, deltaY: gone < length / 2 ? -24 : 24 }))
        requestAnimationFrame(turn)
      }
      turn()
    })
  }, ms)
  const frames = await uxOf(page).frames(ms)
  return { js: frames.map((frame) => frame.js), at: frames.map((frame) => frame.at) }
}

/** From the press to the frame that has the target's chat. A press that stays with the same agent, for another thing it waits for, counts not. */
async function attend({ page, chat }: Kibitz, asking: number, presses: number) {
  const ux = uxOf(page)
  for (let star = 1; star <= asking; star++) await chat.send(`/spawn Star ${star} Star ${star} of the constellation: ask.`)
  while ((await ux.queue()).length < asking) await page.evaluate(() => new Promise(requestAnimationFrame))
  const times: number[] = []
  for (let press = 0; press < presses; press++) {
    const before = (await ux.marks()).length
    await page.keyboard.press("Control+j")
    // As long as a flight, and a little more: the next press comes from a page at rest.
    const marks = await page.evaluate(async (known) => {
      const until = performance.now() + 700
      while (performance.now() < until) await new Promise(requestAnimationFrame)
      const { __ux } = window as unknown as { __ux: { marks: readonly { name: string; at: number }[] } }
      return __ux.marks.slice(known)
    }, before)
    const pressed = marks.find(({ name }) => name === "key Control+j")
    const painted = marks.find(({ name }) => name.startsWith("painted "))
    if (pressed && painted) times.push(painted.at - pressed.at)
  }
  return { times }
}

const folders = makeFolders()
const kibitz = await startKibitz(folders, {
  probe: true,
  seed: what === "zoom" ? first : "60,4,0",
  join: what !== "zoom",
})
const found = what === "zoom" ? await zoom(kibitz, Number(second)) : await attend(kibitz, Number(first), Number(second))
await kibitz.quit()
folders.remove()
process.stdout.write(`${JSON.stringify(found)}\n`)
