import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { LoadingAt, type LoadingStage, loadingStage } from "./loading.tsx"

test("nothing before 150 ms, an outline from there, why from 2 s, a way out from 10 s", () => {
  const at = [0, 149, 150, 1999, 2000, 9999, 10_000, 99_999]
  expect(at.map(loadingStage)).toEqual(["nothing", "nothing", "outline", "outline", "reason", "reason", "way-out", "way-out"])
})

test("each step shows what it adds and keeps what was there", () => {
  const shown = (stage: LoadingStage) => {
    const drawn = renderToStaticMarkup(<LoadingAt stage={stage} reason="Reading the log." wayOut={{ name: "Close", run() {} }} />)
    return [drawn.includes("loading-outline"), drawn.includes("Reading the log."), drawn.includes("<button")]
  }
  expect((["nothing", "outline", "reason", "way-out"] as const).map(shown)).toEqual([
    [false, false, false],
    [true, false, false],
    [true, true, false],
    [true, true, true],
  ])
})
