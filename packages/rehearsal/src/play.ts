// Owns: one streamed answer on its socket, from the first frame to its end, whichever end the scenario wants.
import type { ServerResponse } from "node:http"
import type { Pacer } from "./pacer.ts"
import type { Pace } from "./scenario.ts"

export type Ending =
  | { readonly type: "complete"; readonly tail: string }
  | { readonly type: "error"; readonly frame: string }
  | { readonly type: "cut"; readonly how: "reset" | "end" }
  | { readonly type: "stall" }

export type Performance = { readonly head: string; readonly beats: readonly string[]; readonly ending: Ending }

export function play(response: ServerResponse, performance: Performance, pace: Pace, stretch: number, pacer: Pacer): void {
  const { head, beats, ending } = performance
  const speed = pace.steady ? 1 : stretch
  const everyMs = pace.tokensPerSecond === null ? 0 : (1000 / pace.tokensPerSecond) * speed
  const firstMs = pace.firstTokenMs * speed
  if (everyMs === 0 && firstMs === 0) {
    finish(response, head + beats.join(""), ending)
    return
  }

  response.write(head)
  let next = 0
  const steps = Math.max(1, beats.length)
  const remove = pacer.add(
    {
      beats: everyMs === 0 ? 1 : steps,
      play(count) {
        const until = everyMs === 0 ? beats.length : Math.min(beats.length, next + count)
        const text = until === next + 1 ? (beats[next] as string) : beats.slice(next, until).join("")
        next = until
        if (next >= beats.length) finish(response, text, ending)
        else response.write(text)
      },
    },
    firstMs,
    Math.max(everyMs, 0.01),
  )
  response.once("close", remove)
}

function finish(response: ServerResponse, text: string, ending: Ending): void {
  switch (ending.type) {
    case "complete":
      response.end(text + ending.tail)
      return
    case "error":
      response.end(text + ending.frame)
      return
    case "stall":
      if (text !== "") response.write(text)
      return
    case "cut":
      if (ending.how === "end") {
        response.end(text)
        return
      }
      // Chunked and without the last chunk, so that the client cannot take it for a complete answer.
      if (text === "") response.destroy()
      else response.write(text, () => response.destroy())
      return
  }
}
