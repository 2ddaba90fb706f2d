// Owns: pressing everything in sight, one after the other, and what the host refused because of it.
import type { Page } from "@playwright/test"

export type PressAll = {
  /** What can be pressed or chosen now in this part of the page. */
  inSight(part: string): Promise<readonly Control[]>
  /** As with the pointer; a list is set to another of its values. Nothing is done where it is not there any more. */
  press(part: string, control: Control): Promise<void>
  /** What the host has refused since the last time because it only looks, once it has answered everything that was asked. */
  refused(): Promise<readonly string[]>
}
/** Of several with the same words each has its number. */
export type Control = { readonly name: string; readonly isOff: boolean }

/** Needs `takePort` on this page. */
export function pressAllOn(page: Page): PressAll {
  return {
    inSight: (part) => page.evaluate(look, { part, wanted: null }),
    press: async (part, wanted) => void (await page.evaluate(look, { part, wanted })),
    refused: () =>
      page.evaluate(async () => {
        const { testPort, testAnswers } = globalThis as unknown as {
          testPort: MessagePort
          testAnswers: { type: string; id?: unknown; rejection?: { kind: string; message: string } }[]
        }
        // The host answers in turn: once it has answered this, it has answered what was asked before.
        const id = `settled-${Math.random()}`
        const answered = new Promise<void>((resolve) => {
          const onMessage = ({ data }: MessageEvent) => {
            if (data.id !== id) return
            testPort.removeEventListener("message", onMessage)
            resolve()
          }
          testPort.addEventListener("message", onMessage)
        })
        testPort.postMessage({ type: "dispatch", id, command: { type: "focus.set", window: true, pane: null } })
        await answered
        const all = testAnswers.splice(0)
        return all.flatMap((one) => (one.rejection?.kind === "read-only" && one.id !== id ? [one.rejection.message] : []))
      }),
  }
}

/** Runs in the page. With nothing to press it says what there is. */
function look({ part, wanted }: { part: string; wanted: Control | null }): Control[] {
  const found = [
    ...document.querySelectorAll<HTMLElement>(`:is(${part}) :is(button, summary, input, select, [role=treeitem])`),
  ].filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.matches("[type=search]"))
  const times = new Map<string, number>()
  const controls = found.map((element) => {
    const label = element.getAttribute("aria-label") ?? element.closest("label")?.textContent ?? element.textContent ?? ""
    // What counts the minutes is still the same control.
    const words = `${element.localName} ${label.replaceAll(/\d+/g, "0").trim()}`
    const time = (times.get(words) ?? 0) + 1
    times.set(words, time)
    return { name: time === 1 ? words : `${words} (${time})`, isOff: element.matches(":disabled, [aria-disabled=true]") }
  })
  const element = found[controls.findIndex(({ name }) => name === wanted?.name)]
  if (!element) return controls
  element.focus()
  if (element instanceof HTMLSelectElement && !element.matches(":disabled")) {
    element.selectedIndex = (element.selectedIndex + 1) % element.options.length
    element.dispatchEvent(new Event("change", { bubbles: true }))
  } else element.click()
  return controls
}
