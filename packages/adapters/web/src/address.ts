// Owns: which web addresses may be asked for at all. The text is parsed once; what was parsed is what is compared, shown and dialled,
// so that no second reading of it can lead elsewhere (the evil\0.allowed.com of a SOCKS filter, a prefix compared as a host).
import { isIP } from "node:net"
import { isLoopback } from "./public-address.ts"
import { type Refusal, refuseUnread, shownName } from "./refusal.ts"

export type Reach = {
  /** For tests and for what the user has typed into the settings: any address, any port, and http on this computer. */
  readonly allowPrivate: boolean
}
export type Address = { readonly ok: true; readonly url: URL }

const usualPorts = new Set(["", "443", "8443", "80"])
// The URL parser would drop some of these in silence and read a backslash as a slash.
const notInAddresses = /[\p{C}\p{Z}\\]/u

export function readAddress(text: string, { allowPrivate }: Reach): Address | Refusal {
  const shown = shownName(text)
  if (notInAddresses.test(text))
    return refuseUnread(`${shown} has characters that no address has (spaces, control characters or backslashes).`)
  const url = URL.parse(text)
  if (url === null) return refuseUnread(`${shown} is not an address. Give a whole one, such as https://example.com/page.`)
  if (url.protocol !== "https:" && !(url.protocol === "http:" && allowPrivate && isThisComputer(url))) {
    return refuseUnread(`${shown} is not fetched: only https addresses are.`)
  }
  if (url.username !== "" || url.password !== "")
    return refuseUnread("An address with a user name or password in it is not fetched. Leave them out.")
  if (url.hostname === "") return refuseUnread(`${shown} names no host.`)
  if (!allowPrivate && !usualPorts.has(url.port))
    return refuseUnread(`${shown} is not fetched: port ${url.port} is none that web pages are on.`)
  url.hash = ""
  return { ok: true, url }
}

/** The host as it is dialled: without the brackets that an IPv6 address has in an address. */
export function hostOf(url: URL): string {
  return url.hostname.startsWith("[") ? url.hostname.slice(1, -1) : url.hostname
}

function isThisComputer(url: URL): boolean {
  const host = hostOf(url)
  return host === "localhost" || (isIP(host) !== 0 && isLoopback(host))
}

/** The permit was given with one host in view: what another one says is a question of its own. www. makes no difference. */
export function isSameSite(one: URL, other: URL): boolean {
  const bare = (url: URL) => url.hostname.replace(/^www\./, "").replace(/\.$/, "")
  return bare(one) === bare(other)
}
