// Owns: from an address to the text behind it: each hop checked like the first, everything bounded in time and size.
import { isSameSite, readAddress } from "./address.ts"
import { decode, essenceOf, isReadable, kindOf, readBody } from "./body.ts"
import { type DialOptions, dial, type Limits } from "./dial.ts"
import { htmlToText } from "./html-to-text.ts"
import { type Refusal, refuse, shownName, shownText } from "./refusal.ts"

const MOST_REDIRECTS = 5

export type Page = {
  readonly ok: true
  readonly url: URL
  /** As the server calls it, without parameters. */
  readonly type: string
  readonly title: string
  readonly text: string
  /** Of what was received, unpacked. */
  readonly bytes: number
  /** What is missing from the text, as a sentence; null when nothing is. */
  readonly cut: string | null
}

/** Never throws. */
export async function readPage(address: string, options: DialOptions, signal: AbortSignal): Promise<Page | Refusal> {
  const late = AbortSignal.timeout(options.limits.wholeMs)
  const either = AbortSignal.any([signal, late])
  try {
    return await follow(address, options, either)
  } catch (cause) {
    if (signal.aborted) return refuse("The call was stopped before it was done.")
    if (late.aborted) return refuse(`The page was not there after ${Math.round(options.limits.wholeMs / 1000)} seconds.`)
    const { code } = cause as { code?: unknown }
    return refuse(`The page broke off while it was read${typeof code === "string" ? ` (${code})` : ""}.`)
  }
}

async function follow(address: string, options: DialOptions, signal: AbortSignal): Promise<Page | Refusal> {
  let text = address
  let first: URL | null = null
  for (let hop = 0; hop <= MOST_REDIRECTS; hop++) {
    const found = readAddress(text, options)
    if (!found.ok) return hop === 0 ? found : refuse(`The page redirects to where it is not followed. ${found.because}`)
    const { url } = found
    first ??= url
    if (!isSameSite(first, url)) {
      return refuse(
        `The page is not here any more: it redirects to another site, ${shownName(url.href)}. Fetch that address if it is wanted.`,
      )
    }
    const response = await dial(url, options, signal)
    if ("ok" in response) return hop === 0 ? response : refuse(response.because)
    const { statusCode = 0, statusMessage = "", headers } = response
    if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
      response.destroy()
      const next = URL.parse(headers.location, url.href)
      if (next === null) return refuse("The page redirects to something that is no address.")
      text = next.href
      continue
    }
    if (statusCode < 200 || statusCode >= 300) {
      response.destroy()
      return refuse(`${shownName(url.host)} answered ${statusCode} ${shownName(statusMessage)}.`)
    }
    const declared = headers["content-type"]
    if (!isReadable(declared)) {
      response.destroy()
      return noText(declared, headers["content-length"])
    }
    const body = await readBody(response, options.limits.bytes)
    if (!body.ok) return body
    const kind = kindOf(declared, body.bytes)
    return kind === null ? noText(declared, String(body.bytes.length)) : toPage(url, kind, declared, body, options.limits)
  }
  return refuse(`The page redirects more than ${MOST_REDIRECTS} times.`)
}

function toPage(
  url: URL,
  kind: "html" | "text",
  declared: string | undefined,
  body: { bytes: Buffer; cut: boolean },
  limits: Limits,
): Page {
  const decoded = decode(body.bytes, declared, kind)
  const page = kind === "html" ? htmlToText(decoded, url, limits.characters) : plainText(decoded, limits.characters)
  const cut = page.cut
    ? `only the first ${limits.characters.toLocaleString("en")} characters are shown`
    : body.cut
      ? `the page is longer than ${limits.bytes.toLocaleString("en")} bytes, the rest was not read`
      : null
  const type = essenceOf(declared) || (kind === "html" ? "text/html" : "text/plain")
  return { ok: true, url, type, title: shownName(page.title), text: shownText(page.text), bytes: body.bytes.length, cut }
}

function plainText(text: string, limit: number): { title: string; text: string; cut: boolean } {
  return { title: "", text: text.slice(0, limit), cut: text.length > limit }
}

function noText(declared: string | undefined, length: string | undefined): Refusal {
  const size = /^\d{1,15}$/.test(length ?? "") ? `, ${Number(length).toLocaleString("en")} bytes` : ""
  return refuse(
    `It is no text but ${shownName(essenceOf(declared)) || "something unnamed"}${size}. Only pages and text can be read.`,
  )
}
