// Owns: cutting HTML into tags and text in one pass. Every search either moves the place on or ends the page, so that no page, however
// broken or hostile, takes more than one look at each character.

export type Token =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "open"; readonly name: string; readonly attributes: ReadonlyMap<string, string> }
  | { readonly type: "close"; readonly name: string }

/** Their content is not for reading, and may look like tags without being any. */
const opaque = new Set([
  "script",
  "style",
  "template",
  "noscript",
  "svg",
  "math",
  "iframe",
  "object",
  "canvas",
  "noembed",
  "noframes",
])
/** Text only, up to their end tag. */
const textual = new Set(["title", "textarea"])

export function* scanHtml(html: string): Generator<Token> {
  // Of the same length as the original, which toLowerCase is not for every letter.
  const lower = html.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
  let at = 0
  while (at < html.length) {
    const tag = html.indexOf("<", at)
    if (tag === -1) return yield { type: "text", text: html.slice(at) }
    if (tag > at) yield { type: "text", text: html.slice(at, tag) }
    const next = lower[tag + 1] ?? ""
    if (next === "!" || next === "?") {
      at = html.startsWith("<!--", tag) ? after(html, "-->", tag + 4) : after(html, ">", tag + 2)
    } else if (next === "/" && isLetter(lower[tag + 2])) {
      const name = nameAt(lower, tag + 2)
      at = after(html, ">", tag + 2 + name.length)
      yield { type: "close", name }
    } else if (isLetter(next)) {
      const name = nameAt(lower, tag + 1)
      const { end, attributes, alone } = attributesAt(html, lower, tag + 1 + name.length)
      at = end
      if (alone || !(opaque.has(name) || textual.has(name))) {
        yield { type: "open", name, attributes }
        continue
      }
      const close = lower.indexOf(`</${name}`, at)
      if (textual.has(name)) {
        yield { type: "open", name, attributes }
        yield { type: "text", text: html.slice(at, close === -1 ? html.length : close) }
        yield { type: "close", name }
      }
      at = close === -1 ? html.length : after(html, ">", close)
    } else {
      yield { type: "text", text: "<" }
      at = tag + 1
    }
  }
}

/** The place after the mark; the end of the page when it does not come. */
function after(html: string, mark: string, from: number): number {
  const found = html.indexOf(mark, from)
  return found === -1 ? html.length : found + mark.length
}

function nameAt(lower: string, from: number): string {
  let end = from
  while (end < lower.length && !isSpace(lower[end]) && lower[end] !== ">" && lower[end] !== "/") end++
  return lower.slice(from, end)
}

function attributesAt(
  html: string,
  lower: string,
  from: number,
): { end: number; attributes: Map<string, string>; alone: boolean } {
  const attributes = new Map<string, string>()
  let at = from
  for (;;) {
    while (isSpace(html[at]) || (html[at] === "/" && html[at + 1] !== ">")) at++
    if (at >= html.length) return { end: html.length, attributes, alone: false }
    if (html[at] === ">") return { end: at + 1, attributes, alone: false }
    if (html[at] === "/") return { end: at + 2, attributes, alone: true }
    const start = at
    at++
    while (at < html.length && !isSpace(html[at]) && html[at] !== "=" && html[at] !== ">" && html[at] !== "/") at++
    const name = lower.slice(start, at)
    while (isSpace(html[at])) at++
    if (html[at] !== "=") {
      attributes.set(name, "")
      continue
    }
    at++
    while (isSpace(html[at])) at++
    const quote = html[at]
    const quoted = quote === '"' || quote === "'"
    const value = quoted ? at + 1 : at
    at = quoted ? html.indexOf(quote, value) : endOfWord(html, value)
    if (at === -1) return { end: html.length, attributes, alone: false }
    if (!attributes.has(name)) attributes.set(name, html.slice(value, at))
    if (quoted) at++
  }
}

function endOfWord(html: string, from: number): number {
  let end = from
  while (end < html.length && !isSpace(html[end]) && html[end] !== ">") end++
  return end
}

function isLetter(character: string | undefined): boolean {
  return character !== undefined && character >= "a" && character <= "z"
}

function isSpace(character: string | undefined): boolean {
  return character === " " || character === "\n" || character === "\t" || character === "\r" || character === "\f"
}
