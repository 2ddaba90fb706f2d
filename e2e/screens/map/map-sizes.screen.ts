// The map with hardly anybody and with very many, in the smallest window and in a large one, with text of the usual size and of twice that: nothing
// is cut off, covered, too small to hit or painted over something else. `npm run pictures -- --all` draws all of it, in both themes and at the usual
// size too, for a person to look at.
import { faultsOf } from "../../driver/geometry.ts"
import { expect, test } from "../../stage/test.ts"
import { bringUp } from "../../views/on-stage.ts"
import { crowds } from "../../views/scenes.ts"
import { inEverySize, type Size } from "../../views/sizes.ts"
import { toMap, wholeMap } from "../../views/views.ts"

const sizes: readonly Size[] = [
  [900, 600],
  [2560, 1440],
]

for (const [agents, scene] of Object.entries(crowds)) {
  test(`${scene.title}: the map fits windows of 900×600 and 2560×1440, with text at 100 and at 200 %`, async ({ engine }) => {
    test.setTimeout(180_000)
    const shown = await bringUp(engine, scene)
    /** Reports every problem, not only the first. */
    const faults: string[] = []
    const look = async (where: string) => {
      faults.push(...(await faultsOf(shown.page)).map((fault) => `${where}: ${fault}`))
    }
    if (agents === "1") await inEverySize(shown, look, wholeMap, sizes)
    await toMap(shown)
    await inEverySize(shown, look, wholeMap, sizes)
    await shown.quit()
    expect([faults, shown.problems]).toEqual([[], []])
  })
}
