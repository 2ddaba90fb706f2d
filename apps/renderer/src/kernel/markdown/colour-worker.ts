// Owns: colouring code off the page's own thread: compiling a grammar takes up to a second, in which nobody could type.

import type { ColourAnswer, ColourRequest } from "./colours.ts"
import { type Colourer, colourerFor } from "./highlighter.ts"

type Block = { colourer: Promise<Colourer>; sent: number; last: string }

const blocks = new Map<number, Block>()

addEventListener("message", (event: MessageEvent<ColourRequest>) => {
  const request = event.data
  if (request.type === "close") blocks.delete(request.block)
  else void colour(request)
})

async function colour({ block: id, language, code, isGrowing }: Extract<ColourRequest, { type: "colour" }>): Promise<void> {
  const block = blocks.get(id) ?? { colourer: colourerFor(language), sent: 0, last: "" }
  blocks.set(id, block)
  const lines = (await block.colourer)(code, isGrowing)
  // A text that did not merely grow is coloured from its start.
  const from = code.startsWith(block.last) ? Math.min(block.sent, lines.length) : 0
  block.sent = lines.length
  block.last = isGrowing ? code.slice(0, code.lastIndexOf("\n") + 1) : code
  postMessage({ block: id, from, lines: lines.slice(from) } satisfies ColourAnswer)
}
