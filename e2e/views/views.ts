// Owns: the fourteen views the screen is judged by: in which scene each is, and the way there from anywhere in that scene.

import { attentionOn } from "../driver/attention.ts"
import { expect } from "../driver/expect.ts"
import { type Scene, type Shown, scenes } from "./scenes.ts"

export type View = {
  /** Also the name of its picture. */
  readonly id: string
  readonly title: string
  readonly scene: Scene
  show(kibitz: Shown): Promise<void>
}

export const views: readonly View[] = [
  {
    id: "first-run",
    title: "the welcome of a first start",
    scene: scenes.alone,
    async show({ page }) {
      const welcome = page.getByTestId("welcome")
      if (!(await welcome.isVisible())) {
        await page.keyboard.press("Control+k")
        await page.getByTestId("palette").getByRole("combobox").fill("welcome")
        await page.keyboard.press("Enter")
      }
      await expect(welcome.getByRole("button", { name: "Rehearse" })).toBeVisible()
    },
  },
  {
    id: "map-one",
    title: "the map with Jake alone",
    scene: scenes.alone,
    async show(kibitz) {
      await toMap(kibitz)
      await expect(kibitz.page.getByText("Only Jake is here.")).toBeVisible()
    },
  },
  {
    id: "map-team",
    title: "the map with twelve agents",
    scene: scenes.team,
    async show(kibitz) {
      await toMap(kibitz)
      await kibitz.overview.showAttention()
      await wholeMap(kibitz)
      await expect(kibitz.overview.rail.getByText("Question")).toBeVisible()
    },
  },
  {
    id: "tree",
    title: "the tree in the rail, and a team in the inspector",
    scene: scenes.team,
    async show(kibitz) {
      const { page, overview } = kibitz
      await toMap(kibitz)
      await overview.showTree()
      await page.getByRole("treeitem", { name: /^Noa/ }).press("Home")
      await overview.inspector.getByRole("tab", { name: "Team" }).click()
      await expect(page.getByRole("treeitem")).toHaveCount(12)
    },
  },
  {
    id: "question",
    title: "a question in its chat",
    scene: scenes.team,
    async show(kibitz) {
      const { page, overview } = kibitz
      await toMap(kibitz)
      await overview.showAttention()
      await overview.join("Ed")
      await attentionOn(page).ready("Question")
    },
  },
  {
    id: "split",
    title: "two chats side by side",
    scene: scenes.team,
    async show(kibitz) {
      const { page, overview } = kibitz
      await toMap(kibitz)
      await overview.showAttention()
      await overview.join("Ruth")
      await page.keyboard.press("Control+d")
      await expect(page.getByRole("textbox", { name: "Message Ed" })).toBeFocused()
      // In its first moment a card is deaf, and looks it.
      await expect(page.locator("[data-listens]")).toHaveCount(2)
      await expect(page.locator("[data-listens=false]")).toHaveCount(0)
    },
  },
  {
    id: "palette",
    title: "the command palette",
    scene: scenes.team,
    async show(kibitz) {
      const { page } = kibitz
      await toMap(kibitz)
      await page.keyboard.press("Control+k")
      await page.getByTestId("palette").getByRole("combobox").fill("set")
      await expect(page.getByTestId("palette").getByRole("option").first()).toBeVisible()
    },
  },
  {
    id: "settings-attention",
    title: "settings: attention",
    scene: scenes.team,
    show: (kibitz) => settingsPage(kibitz, "Attention"),
  },
  {
    id: "settings-keyboard",
    title: "settings: keyboard",
    scene: scenes.team,
    show: (kibitz) => settingsPage(kibitz, "Keyboard"),
  },
  {
    id: "audit",
    title: "the audit log",
    scene: scenes.team,
    async show(kibitz) {
      const { page, chat } = kibitz
      await toMap(kibitz)
      await kibitz.overview.join("Jake")
      await chat.send("/audit")
      await expect(page.getByTestId("audit").getByLabel("Filter by text")).toBeVisible()
    },
  },
  {
    id: "cost",
    title: "what was spent",
    scene: scenes.team,
    async show(kibitz) {
      const { page } = kibitz
      await toMap(kibitz)
      await page
        .getByTestId("status-bar")
        .getByRole("button", { name: /rehearsal/ })
        .click()
      await expect(page.getByRole("table", { name: "Spent by agent" })).toBeVisible()
    },
  },
  {
    id: "constellation",
    title: "the map with two hundred and fourteen agents",
    scene: scenes.constellation,
    async show(kibitz) {
      await toMap(kibitz)
      await wholeMap(kibitz)
    },
  },
  {
    id: "conversation",
    title: "a chat with calls, and a reply that is being written",
    scene: scenes.conversation,
    async show(kibitz) {
      await stayWithJake(kibitz)
      await expect(kibitz.chat.root.locator(".reply[aria-busy=true]")).toBeVisible()
    },
  },
  {
    id: "cannot-be-undone",
    title: "the second step of what cannot be undone",
    scene: scenes.deletion,
    async show(kibitz) {
      const attention = attentionOn(kibitz.page)
      await stayWithJake(kibitz)
      await attention.ready(/cannot be undone/i)
      const last = attention.card.getByRole("button", { name: /^Delete/ })
      if (!(await last.isVisible())) await attention.press(/^Approve/)
      await expect(last).toBeVisible()
      await attention.ready(/cannot be undone/i)
    },
  },
]

/** Whoever is there already does not leave and come back: that would be written in the transcript. */
async function stayWithJake({ chat, overview }: Shown): Promise<void> {
  if (!(await chat.root.isVisible())) await overview.join("Jake")
}

/** Out of whatever lies over the page and out of every chat. */
export async function toMap({ page, overview }: Pick<Shown, "page" | "overview">): Promise<void> {
  if (await page.getByTestId("welcome").isVisible()) await page.keyboard.press("Escape")
  await expect(async () => {
    if ((await page.locator("dialog:modal").count()) > 0) await page.keyboard.press("Escape")
    await expect(page.locator("dialog:modal")).toHaveCount(0, { timeout: 1_000 })
  }).toPass()
  for (let panes = await page.locator(".pane").count(); panes > 1; panes -= 1) {
    await page.keyboard.press("Control+w")
    await expect(page.locator(".pane")).toHaveCount(panes - 1)
  }
  await page.keyboard.press("Shift+Escape")
  await expect(overview.root).toBeVisible()
}

export async function wholeMap({ page, overview }: Pick<Shown, "page" | "overview">): Promise<void> {
  await overview.root.focus()
  await page.keyboard.press("0")
}

async function settingsPage(kibitz: Shown, name: string): Promise<void> {
  await toMap(kibitz)
  await kibitz.settings.open(name)
}
