// Owns: what a reader for the blind gets to hear of a region that speaks.
import type { Locator } from "@playwright/test"

export type Heard = { readonly at: number; readonly text: string }

/** From now on: what the region has said, and when by the page's clock. */
export async function listenTo(region: Locator): Promise<() => Promise<readonly Heard[]>> {
  const said = await region.evaluateHandle((element) => {
    const heard: { at: number; text: string }[] = []
    new MutationObserver(() => heard.push({ at: Date.now(), text: element.textContent ?? "" })).observe(element, {
      childList: true,
    })
    return heard
  })
  return () => said.jsonValue()
}

/** From now on: every text that an element with this selector had inside the region, however short it was there. */
export async function everyTextIn(region: Locator, selector: string): Promise<() => Promise<readonly string[]>> {
  const texts = await region.evaluateHandle((element, wanted) => {
    const seen: string[] = []
    new MutationObserver(() => {
      for (const { textContent } of element.querySelectorAll(wanted)) {
        if (textContent !== null && !seen.includes(textContent)) seen.push(textContent)
      }
    }).observe(element, { childList: true, subtree: true, characterData: true })
    return seen
  }, selector)
  return () => texts.jsonValue()
}
