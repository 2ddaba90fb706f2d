// Owns: the chat as a person uses it: what is said, by whom, and what happens now. Finds things by test id, role and name.
import type { Locator, Page } from "@playwright/test"
import { type Line, readConversation } from "./conversation.ts"
import { expect } from "./expect.ts"

export type Chat = {
  readonly root: Locator
  readonly composer: Locator
  readonly ribbon: Locator
  readonly workingLine: Locator
  readonly stop: Locator
  readonly nextUp: Locator
  readonly jumpToLatest: Locator
  readonly transcript: Locator
  /** What the user has said, what Jake has said or is saying, and drafts of replies that never ended; as far as they are in view. */
  readonly yours: Locator
  readonly replies: Locator
  readonly drafts: Locator
  readonly notices: Locator
  readonly find: FindField
  send(text: string): Promise<void>
  /** Delivered at the agent's next step instead of after its turn. */
  sendNow(text: string): Promise<void>
  /** Waits until some of the reply is on screen while more is to come. */
  streaming(atLeast?: number): Promise<string>
  /** Waits until the agent is idle and has the last word; gives that reply's text. */
  finished(): Promise<string>
  /** Every line from first to last, read by scrolling through. Only while nothing is being written. */
  conversation(): Promise<readonly Line[]>
}

export type FindField = {
  readonly root: Locator
  readonly field: Locator
  readonly count: Locator
  /** The words that are marked as the ones one was taken to. */
  marked(): Promise<readonly string[]>
  /** Whether those words are where one sees them. */
  isInView(): Promise<boolean>
}

function findIn(page: Page, root: Locator): FindField {
  const bar = root.getByTestId("find")
  const current = () => [...(CSS.highlights.get("found-current") ?? [])].map(String)
  return {
    root: bar,
    field: bar.getByRole("textbox"),
    count: bar.getByTestId("find-count"),
    marked: () => page.evaluate(current),
    isInView: () =>
      root.getByRole("log").evaluate((log) => {
        const [word] = CSS.highlights.get("found-current") ?? []
        if (!(word instanceof Range)) return false
        const [box, view] = [word.getBoundingClientRect(), log.getBoundingClientRect()]
        return box.top >= view.top && box.bottom <= view.bottom
      }),
  }
}

export function chatOn(page: Page): Chat {
  const root = page.getByTestId("chat-jake")
  const composer = page.getByTestId("composer")
  const workingLine = page.getByTestId("working-line")
  const replies = root.locator(".reply")
  const busy = root.locator(".reply[aria-busy=true]")
  const rows = root.getByRole("article")
  return {
    root,
    composer,
    workingLine,
    ribbon: page.getByTestId("ribbon"),
    stop: page.getByTestId("stop"),
    nextUp: page.getByTestId("next-up"),
    jumpToLatest: page.getByTestId("jump-to-latest"),
    transcript: root.getByRole("log"),
    yours: root.getByRole("article", { name: /^You\b/ }),
    replies,
    drafts: root.locator(".draft"),
    notices: root.locator(".notice, .rule-row"),
    find: findIn(page, root),
    async send(text) {
      await composer.fill(text)
      await composer.press("Enter")
    },
    async sendNow(text) {
      await composer.fill(text)
      await composer.press("ControlOrMeta+Enter")
    },
    async streaming(atLeast = 1) {
      await expect
        .poll(async () => (await busy.allTextContents()).join("").length, { intervals: [20] })
        .toBeGreaterThanOrEqual(atLeast)
      return (await busy.allTextContents()).join("")
    },
    async finished() {
      await expect(rows.last()).toHaveAccessibleName(/^Jake\b/, { timeout: 30_000 })
      await expect(workingLine).toHaveAttribute("data-state", "idle", { timeout: 30_000 })
      await expect(busy).toHaveCount(0)
      return (await replies.last().textContent()) ?? ""
    },
    conversation: () => root.getByRole("log").evaluate(readConversation),
  }
}
