// Owns: carrying out web_fetch and web_search for a Permit. Whether the web may be used at all was decided before.
import { capabilities } from "@kibitz/contract"
import type { Log, Permit, ToolEvent, Tools } from "@kibitz/ports"
import { type Limits, orStopped } from "./dial.ts"
import { type Page, readPage } from "./read-page.ts"
import { type Refusal, refuse, refuseUnread, shownName } from "./refusal.ts"
import type { SearchHit, SearchProvider } from "./search.ts"

export type WebToolsOptions = {
  /** Asked at each search, because the user may have set up another meanwhile. Without one a search says that there is none. */
  readonly search?: () => SearchProvider | null
  /** For tests only: this computer and private networks too. */
  readonly allowPrivate?: boolean
  readonly limits?: Partial<Limits>
  readonly log?: Log
}

type Output = { readonly ok: true; readonly output: string; readonly bytes: number }

const usualLimits: Limits = { connectMs: 10_000, firstByteMs: 20_000, wholeMs: 60_000, bytes: 3_000_000, characters: 100_000 }

export function webTools(options: WebToolsOptions = {}): Tools {
  return {
    async *run(permit, signal): AsyncGenerator<ToolEvent> {
      const result = await carryOut(permit, options, signal).catch((cause: unknown) => {
        options.log?.error("a web tool failed", cause, { capability: permit.capability })
        return refuse("The call failed inside the tool.")
      })
      if (result.ok) yield { type: "end", ok: true, output: result.output, bytes: result.bytes }
      else {
        const { because: output, unread } = result
        yield { type: "end", ok: false, output, bytes: Buffer.byteLength(output), ...(unread ? { unread } : {}) }
      }
    },
  }
}

async function carryOut(permit: Permit, options: WebToolsOptions, signal: AbortSignal): Promise<Output | Refusal> {
  if (signal.aborted) return refuseUnread("The call was stopped before it began.")
  switch (permit.capability) {
    case "web_fetch": {
      const input = capabilities.web_fetch.input.safeParse(permit.input)
      return input.success ? fetchPage(input.data.url, options, signal) : misfit(input.error.issues[0]?.message)
    }
    case "web_search": {
      const input = capabilities.web_search.input.safeParse(permit.input)
      return input.success ? searchWeb(input.data.query, options, signal) : misfit(input.error.issues[0]?.message)
    }
    default:
      return refuse(`There is no tool for ${shownName(String(permit.capability))} here.`)
  }
}

function misfit(issue: string | undefined): Refusal {
  return refuseUnread(`The input does not fit: ${issue ?? "it has another shape"}.`)
}

async function fetchPage(address: string, options: WebToolsOptions, signal: AbortSignal): Promise<Output | Refusal> {
  const { allowPrivate = false, limits, log } = options
  const page = await readPage(address, { allowPrivate, limits: { ...usualLimits, ...limits } }, signal)
  log?.info("web page fetched", { host: URL.parse(address)?.host, ok: page.ok, bytes: page.ok ? page.bytes : undefined })
  return page.ok ? { ok: true, output: show(page), bytes: page.bytes } : page
}

function show({ url, type, title, text, bytes, cut }: Page): string {
  const head = [`${shownName(url.href)} (${type}, ${bytes.toLocaleString("en")} bytes)`]
  if (title !== "") head.push(`Title: ${title}`)
  return `${head.join("\n")}\n\n${text || "(The page has no text.)"}${cut === null ? "" : `\n\n[Cut: ${cut}.]`}`
}

async function searchWeb(
  query: string,
  { search: provider, log }: WebToolsOptions,
  signal: AbortSignal,
): Promise<Output | Refusal> {
  const search = provider?.() ?? null
  if (search === null) {
    return refuseUnread(
      "No search provider is set up. The user can set one up in Settings; until then, fetch an address that you know with web_fetch.",
    )
  }
  try {
    const hits = await orStopped(search.search(query, signal), signal)
    const output =
      hits.length === 0
        ? `${shownName(search.name)} found nothing.`
        : `Found by ${shownName(search.name)}:\n\n${hits.map(showHit).join("\n\n")}`
    return { ok: true, output, bytes: Buffer.byteLength(output) }
  } catch (cause) {
    if (signal.aborted) return refuse("The call was stopped before it was done.")
    log?.error("a web search failed", cause, { provider: search.name })
    const reason = cause instanceof Error ? shownName(cause.message) : "no reason given"
    return refuse(`The search did not work: ${reason.replace(/\.$/, "")}.`)
  }
}

function showHit({ title, url, excerpt }: SearchHit, index: number): string {
  return `${index + 1}. ${shownName(title)}\n   ${shownName(url)}\n   ${shownName(excerpt)}`.trimEnd()
}
