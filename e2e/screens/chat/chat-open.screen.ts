// A long conversation is opened (U26, ux 1.3): at its end, at once, and upwards it is all there.
import { sayBefore } from "../../driver/said-before.ts"
import { expect, test } from "../../stage/test.ts"

const ANSWERS = 150
const answer = (number: number) =>
  `answer ${number}. ${"A sentence of some length, **and** then another. ".repeat(1 + (number % 7) * 3)}`

test("U26: a long conversation opens at its end, nothing else of it is seen on the way, and scrolled upwards it goes on without a gap", async ({
  start,
  folders,
}) => {
  await (await start()).quit()
  sayBefore(
    folders,
    Array.from({ length: ANSWERS }, (_, number) => answer(number)),
  )
  const { page, chat, overview } = await start({ join: false })
  await expect(overview.root).toBeVisible()

  await test.step("whenever something of it is seen, its end is", async () => {
    // How far the end of what was said is below the view, as each frame is painted: what is observed is measured after everything else in it.
    const frames = page.evaluate(
      () =>
        new Promise<number[]>((resolve) => {
          const seen: number[] = []
          const isShown = (line: Element) => line.checkVisibility({ visibilityProperty: true, opacityProperty: true })
          const look = () => {
            const log = document.querySelector('[data-testid="chat-jake"] [role=log]')
            const content = log?.querySelector(".transcript-content")
            if (content && [...content.querySelectorAll(".line")].some(isShown)) {
              const painted = new IntersectionObserver(
                ([entry]) => {
                  painted.disconnect()
                  if (entry?.rootBounds) seen.push(Math.round(entry.boundingClientRect.bottom - entry.rootBounds.bottom))
                },
                { root: log },
              )
              painted.observe(content)
            }
            if (seen.length < 30) requestAnimationFrame(look)
            else resolve(seen)
          }
          look()
        }),
    )
    await page.locator("[data-region=map]").focus()
    await page.keyboard.press("Enter")
    expect(new Set((await frames).map((below) => below <= 1))).toEqual(new Set([true]))
    await expect(chat.replies.last()).toBeInViewport()
    await expect(chat.replies.last()).toContainText(`answer ${ANSWERS - 1}.`)
  })

  await test.step("upwards, nothing is missing", async () => {
    const read = await chat.transcript.evaluate(async (log) => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
      const numbers = new Set<number>()
      const isBeginning = () => log.scrollTop === 0 && log.textContent?.includes("The conversation starts here.")
      for (let atTop = 0; atTop < 20; atTop = isBeginning() ? atTop + 1 : 0) {
        for (const reply of log.querySelectorAll(".reply"))
          numbers.add(Number(/^answer (\d+)\./.exec(reply.textContent ?? "")?.[1]))
        log.scrollTop -= log.clientHeight / 2
        await frame()
        await frame()
      }
      return [...numbers]
    })
    expect(read.sort((a, b) => a - b)).toEqual(Array.from({ length: ANSWERS }, (_, number) => number))
  })
})
