// Owns: reading the whole conversation from a list that draws only what is in view. Runs inside the page.

export type Line = { readonly who: "you" | "reply" | "draft" | "call" | "notice"; readonly text: string }

export async function readConversation(log: Element): Promise<Line[]> {
  const kinds = { you: ".row-you", draft: ".draft", reply: ".reply", call: ".call" } as const
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  const visible = () =>
    [...log.querySelectorAll(".row, .rule-row")].map((row): Line => {
      const kind = (["you", "draft", "reply", "call"] as const).find(
        (one) => row.matches(kinds[one]) || row.querySelector(kinds[one]),
      )
      return { who: kind ?? "notice", text: (row.querySelector(".row-body") ?? row).textContent ?? "" }
    })
  /** The end of what was read is the beginning of what is seen now; the longest such overlap is the right one. */
  const append = (lines: Line[], seen: readonly Line[]) => {
    for (let shared = Math.min(lines.length, seen.length); shared >= 0; shared -= 1) {
      const end = lines.slice(lines.length - shared)
      if (end.every((line, at) => line.who === seen[at]?.who && line.text === seen[at]?.text))
        return lines.push(...seen.slice(shared))
    }
    return lines.length
  }
  const lines: Line[] = []
  for (let top = 0; ; top = Math.min(log.scrollHeight, log.scrollTop + log.clientHeight / 2)) {
    log.scrollTop = top
    // One frame for the scroll, one for the list to draw, one for it to measure what it drew.
    for (let frames = 0; frames < 4; frames += 1) await frame()
    append(lines, visible())
    if (log.scrollTop + log.clientHeight >= log.scrollHeight - 1 && top > 0) return lines
    if (log.scrollHeight <= log.clientHeight) return lines
  }
}
