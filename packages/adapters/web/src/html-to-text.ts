// Owns: what of a page is for reading: its words in order, headings, lists, tables and links, as plain text in the manner of Markdown.
import { decodeEntities } from "./entities.ts"
import { scanHtml } from "./html-scanner.ts"

export type PageText = { readonly title: string; readonly text: string; readonly cut: boolean }

const blocks = new Set(
  "address article aside blockquote body center dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol p pre section summary table tbody tfoot thead tr ul".split(
    " ",
  ),
)
const spaced = new Set("p h1 h2 h3 h4 h5 h6 ul ol dl table pre blockquote section article hr".split(" "))
const longestLink = 500

/** Stops as soon as there is more than `limit` characters of text. */
export function htmlToText(html: string, base: URL, limit: number): PageText {
  const out = writer()
  let title: string | null = null
  let inTitle = false
  let inHead = false
  let link: { readonly url: string; readonly from: number } | null = null
  let pre = 0

  const endLink = () => {
    if (link !== null) out.wrapFrom(link.from, link.url)
    link = null
  }

  for (const token of scanHtml(html)) {
    if (out.length() > limit) break
    if (token.type === "text") {
      if (inTitle) title ??= decodeEntities(token.text).replace(/\s+/g, " ").trim()
      else if (!inHead) out.text(decodeEntities(token.text), pre > 0)
      continue
    }
    const { name } = token
    const opens = token.type === "open"
    if (name === "head") inHead = opens
    if (name === "body" && opens) inHead = false
    if (name === "title") inTitle = opens
    if (blocks.has(name)) out.lineBreak(spaced.has(name) ? 2 : 1)
    if (name === "pre") pre = Math.max(0, pre + (opens ? 1 : -1))
    if (name === "a") endLink()
    if (!opens) continue
    if (name === "a") {
      const url = linkTo(token.attributes.get("href"), base)
      if (url !== null) link = { url, from: out.mark() }
    } else if (name === "br") out.lineBreak(1)
    else if (name === "li") out.raw("- ")
    else if (name === "td" || name === "th") out.between(" | ")
    else if (name === "hr") out.raw("---")
    else if (/^h[1-6]$/.test(name)) out.raw(`${"#".repeat(Number(name[1]))} `)
    else if (name === "img") {
      const alt = decodeEntities(token.attributes.get("alt") ?? "").trim()
      if (alt !== "") out.text(`[image: ${alt}]`, false)
    }
  }
  endLink()
  const text = out.done()
  return { title: title ?? "", text: text.slice(0, limit).toWellFormed(), cut: text.length > limit }
}

function linkTo(href: string | undefined, base: URL): string | null {
  if (href === undefined || href.startsWith("#") || href.length > longestLink) return null
  const url = URL.parse(decodeEntities(href), base.href)
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) return null
  return url.href.length > longestLink ? null : url.href.replace(/[()]/g, (bracket) => (bracket === "(" ? "%28" : "%29"))
}

/** Joins pieces so that there is never more than one space or one empty line between them. */
function writer() {
  const pieces: string[] = []
  let length = 0
  let breaks = 0
  let space = false
  let lineIsEmpty = true

  function put(piece: string): void {
    if (breaks > 0 && length > 0) add("\n".repeat(breaks))
    else if (space && !lineIsEmpty) add(" ")
    breaks = 0
    space = false
    add(piece)
    lineIsEmpty = false
  }
  function add(piece: string): void {
    pieces.push(piece)
    length += piece.length
  }

  return {
    length: () => length,
    text(text: string, kept: boolean) {
      if (kept) {
        if (text !== "") put(text)
        return
      }
      if (/^\s/.test(text)) space = true
      const words = text.replace(/\s+/g, " ").trim()
      if (words === "") return
      put(words)
      space = /\s$/.test(text)
    },
    /** Stands at the beginning of a line, without a space after what it adds. */
    raw(text: string) {
      put(text)
      lineIsEmpty = true
    },
    between(text: string) {
      if (breaks === 0 && !lineIsEmpty) {
        space = false
        add(text)
        lineIsEmpty = true
      }
    },
    lineBreak(count: number) {
      breaks = Math.max(breaks, count)
      space = false
      lineIsEmpty = true
    },
    mark: () => pieces.length,
    wrapFrom(from: number, url: string) {
      const inside = pieces.splice(from).join("")
      const words = inside.trim()
      if (words === "") return void (inside !== "" && pieces.push(inside))
      const at = inside.indexOf(words)
      pieces.push(inside.slice(0, at), `[${words.replace(/\s+/g, " ")}](${url})`)
      length += url.length + 4
    },
    done: () => pieces.join("").trim(),
  }
}
