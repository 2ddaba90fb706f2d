// Owns: one request over the network. The host is looked up once, every address it has is checked, and those very addresses are
// dialled: nobody can answer the check with one address and the connection with another (T16). No proxy, certificate or switch from
// the environment has a say (T18).
import { lookup } from "node:dns/promises"
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from "node:http"
import { Agent as HttpsAgent, request as httpsRequest } from "node:https"
import { isIP, type LookupFunction } from "node:net"
import { createSecureContext, rootCertificates, type SecureContext } from "node:tls"
import { hostOf, type Reach } from "./address.ts"
import { notPublic } from "./public-address.ts"
import { type Refusal, refuse, refuseUnread, shownName } from "./refusal.ts"

export type Limits = {
  readonly connectMs: number
  readonly firstByteMs: number
  readonly wholeMs: number
  /** Of the page, packed as well as unpacked. */
  readonly bytes: number
  /** Of the text that is made of it. */
  readonly characters: number
}
export type Dialled = { readonly address: string; readonly family: number }
export type DialOptions = Reach & {
  readonly limits: Limits
  /** Looked up by the system unless a test says otherwise. */
  readonly resolve?: (host: string) => Promise<readonly Dialled[]>
  /** Certificates to trust instead of Mozilla's list. */
  readonly ca?: string
}

const headers = {
  "user-agent": "Kibitz/0.1 (an agent reads this page for its user)",
  accept: "text/html,application/xhtml+xml,text/*;q=0.9,application/json;q=0.9,application/xml;q=0.9,*/*;q=0.1",
  "accept-encoding": "gzip, br",
  connection: "close",
}

/** The response with its body still to be read. What goes wrong on the way is a refusal; only a stop by the user throws. */
export async function dial(url: URL, options: DialOptions, signal: AbortSignal): Promise<IncomingMessage | Refusal> {
  const addresses = await checkedAddresses(url, options, signal)
  return "ok" in addresses ? addresses : await ask(url, addresses, options, signal)
}

async function checkedAddresses(url: URL, options: DialOptions, signal: AbortSignal): Promise<readonly Dialled[] | Refusal> {
  const host = hostOf(url)
  const shown = shownName(host)
  let found: readonly Dialled[]
  try {
    const family = isIP(host)
    found = family !== 0 ? [{ address: host, family }] : await orStopped((options.resolve ?? bySystem)(host), signal)
  } catch (cause) {
    signal.throwIfAborted()
    return refuseUnread(`The host ${shown} was not found (${codeOf(cause)}).`)
  }
  if (found.length === 0) return refuseUnread(`The host ${shown} has no address.`)
  if (options.allowPrivate) return found
  for (const { address } of found) {
    const what = notPublic(address)
    if (what !== null) return refuseUnread(`${shown} is not fetched: it leads to ${shownName(address)}, ${what}.`)
  }
  return found
}

function bySystem(host: string): Promise<readonly Dialled[]> {
  return lookup(host, { all: true })
}

function ask(
  url: URL,
  addresses: readonly Dialled[],
  options: DialOptions,
  signal: AbortSignal,
): Promise<IncomingMessage | Refusal> {
  const { limits } = options
  const secure = url.protocol === "https:"
  return new Promise((resolve, reject) => {
    const request = (secure ? httpsRequest : httpRequest)({
      host: hostOf(url),
      port: url.port === "" ? (secure ? 443 : 80) : Number(url.port),
      path: `${url.pathname}${url.search}`,
      headers: { host: url.host, ...headers },
      // An agent of its own: the common one may have been told to use a proxy by the environment.
      agent: secure ? new HttpsAgent({ keepAlive: false, maxCachedSessions: 0 }) : new HttpAgent({ keepAlive: false }),
      lookup: pinnedTo(addresses),
      signal,
      ...(secure ? { secureContext: trust(options.ca), rejectUnauthorized: true } : {}),
    })
    let late = false
    const within = (ms: number) =>
      setTimeout(() => {
        late = true
        request.destroy()
      }, ms)
    let timer = within(limits.connectMs)
    request.once("socket", (socket) => {
      socket.once(secure ? "secureConnect" : "connect", () => {
        clearTimeout(timer)
        timer = within(limits.firstByteMs)
      })
    })
    request.once("response", (response) => {
      clearTimeout(timer)
      resolve(response)
    })
    request.once("error", (cause) => {
      clearTimeout(timer)
      if (signal.aborted) reject(signal.reason)
      else
        resolve(
          refuse(
            late
              ? `${shownName(url.host)} did not answer in time.`
              : `${shownName(url.host)} cannot be reached (${codeOf(cause)}).`,
          ),
        )
    })
    request.end()
  })
}

function pinnedTo(addresses: readonly Dialled[]): LookupFunction {
  return (_host, options, callback) => {
    const [first] = addresses
    if (options.all === true) callback(null, [...addresses])
    else callback(null, first?.address ?? "", first?.family)
  }
}

let mozilla: SecureContext | undefined

/** NODE_EXTRA_CA_CERTS adds to the default list, so the default list is not used. */
function trust(ca: string | undefined): SecureContext {
  if (ca !== undefined) return createSecureContext({ ca })
  mozilla ??= createSecureContext({ ca: [...rootCertificates] })
  return mozilla
}

export function orStopped<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    if (signal.aborted) stop()
    signal.addEventListener("abort", stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop))
  })
}

/** The system's own word for it; its messages repeat addresses and paths. */
function codeOf(cause: unknown): string {
  const { code } = cause as { code?: unknown }
  return typeof code === "string" ? code : "no reason given"
}
