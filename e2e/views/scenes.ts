// Owns: the situations that views are looked at in: how the app is started, and what has happened before anybody looks. Tests look at them on the
// stage (on-stage.ts), `npm run pictures` in the real app with time standing still (still.ts).
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { attentionOn } from "../driver/attention.ts"
import { expect } from "../driver/expect.ts"
import type { Kibitz, StartOptions } from "../driver/kibitz.ts"

/** What a view is shown on: a screen, or the real app. */
export type Shown = Pick<Kibitz, "app" | "page" | "chat" | "overview" | "settings" | "folders" | "problems" | "quit"> & {
  /** Where time stands still: it is so many seconds after the start from now on. Elsewhere it passes by itself. */
  moveTime(seconds: number): Promise<void>
  /** Until no toast is there. */
  withoutToasts(): Promise<void>
}

export type Scene = {
  readonly title: string
  readonly start: Pick<StartOptions, "pace" | "seed">
  play(shown: Shown): Promise<void>
}

const alone: Scene = { title: "a fresh start", start: {}, play: ({ page }) => expect(page.getByTestId("welcome")).toBeVisible() }

/** Twelve agents: a question and an approval wait, one result is there to read, the rest work. */
const team: Scene = {
  title: "a team of twelve",
  start: { pace: 1 },
  async play({ page, chat, overview, moveTime, withoutToasts }) {
    await overview.join("Jake")
    await chat.send("Show me a team")
    const rail = page.getByTestId("attention-list")
    await expect(rail.getByText("Question")).toBeVisible({ timeout: 60_000 })
    await expect(rail.getByText("Approval")).toBeVisible({ timeout: 60_000 })
    await expect(rail.getByText("1 to read")).toBeVisible({ timeout: 60_000 })
    await overview.leave()
    await withoutToasts()
    await moveTime(72)
  },
}

/** Most wait, some write; of the rest a third each asks, is stuck and is done, here and there among them. */
function crowd(title: string, agents: number, depth: number, streams: number, others: number): Scene {
  const each = others / 3
  return {
    title,
    start: { seed: `${agents},${depth},${streams},${others}` },
    async play({ page, overview, moveTime, withoutToasts }) {
      // Those who asked go on writing.
      await expect(page.getByTestId("active")).toContainText(String(streams + each), { timeout: 60_000 })
      await expect(overview.rail.getByText("Question")).toHaveCount(each, { timeout: 60_000 })
      // One more is the heading over them.
      await expect(overview.rail.getByText("Stuck", { exact: true })).toHaveCount(each + 1, { timeout: 60_000 })
      await expect(overview.rail.getByText(`${each} to read`)).toBeVisible({ timeout: 60_000 })
      await withoutToasts()
      await moveTime(95)
    },
  }
}

const constellation = crowd("two hundred and fourteen agents", 214, 4, 20, 12)

/** A long reply, one with calls, and one that is being written and goes no further. */
const conversation: Scene = {
  title: "a conversation",
  start: {},
  async play({ chat, overview, moveTime }) {
    await overview.join("Jake")
    await chat.send("Show me markdown")
    await chat.finished()
    await moveTime(60)
    await chat.send("Read this project and tell me what it is")
    await chat.finished()
    await moveTime(90)
    await chat.send("rehearse: stall")
    await chat.streaming(30)
    await moveTime(98)
  },
}

/** Fourteen files that nobody else has, about to be deleted. */
const deletion: Scene = {
  title: "something that cannot be undone",
  start: {},
  async play({ page, chat, overview, folders, moveTime }) {
    const legacy = join(folders.project, "data", "legacy")
    mkdirSync(legacy, { recursive: true })
    for (let at = 1; at <= 14; at += 1) writeFileSync(join(legacy, `users-${at}.csv`), "name,mail\n".repeat(15_000))
    await attentionOn(page).confined()
    await overview.join("Jake")
    await chat.send("/execute")
    await chat.send("rehearse: gate delete")
    await attentionOn(page).ready(/cannot be undone/i)
    await moveTime(12)
  },
}

export const scenes = { alone, team, constellation, conversation, deletion } as const

/** Jake alone, and more and more of them: the map is looked at with each, in windows of every size. */
export const crowds: Readonly<Record<string, Scene>> = {
  "1": alone,
  "12": crowd("twelve agents", 12, 3, 4, 3),
  "214": constellation,
  "2000": crowd("two thousand agents", 2_000, 5, 40, 12),
}

/** `npm run pictures` */
export const arePicturesWritten = process.env.KIBITZ_PICTURES === "1"
/** `npm run pictures -- --all <folder>` */
export const allPicturesIn = process.env.KIBITZ_ALL_PICTURES

export async function resize({ app, page }: Pick<Shown, "app" | "page">, width: number, height: number): Promise<void> {
  await expect(async () => {
    await app.evaluate(({ BrowserWindow }, [wide, high]) => BrowserWindow.getAllWindows()[0]?.setContentSize(wide, high), [
      width,
      height,
    ] as const)
    expect(await page.evaluate(() => [innerWidth, innerHeight])).toEqual([width, height])
  }).toPass({ timeout: 20_000 })
}
