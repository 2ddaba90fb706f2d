// Owns: which network addresses are the open internet. Everything else (this computer, the user's network, a cloud's metadata) is
// reached by nothing that a model names (T16).
import { isIPv4 } from "node:net"

type Range = { readonly bytes: readonly number[]; readonly bits: number; readonly what: string }

const ranges4 = table([
  ["0.0.0.0/8", "no real address"],
  ["10.0.0.0/8", "an address of a private network"],
  ["100.64.0.0/10", "an address of a provider's inner network"],
  ["127.0.0.0/8", "this computer itself"],
  ["168.63.129.16/32", "a cloud's metadata service"],
  ["169.254.0.0/16", "a link-local address, where clouds keep their metadata"],
  ["172.16.0.0/12", "an address of a private network"],
  ["192.0.0.0/24", "a reserved address"],
  ["192.0.2.0/24", "an address for examples"],
  ["192.88.99.0/24", "a reserved address"],
  ["192.168.0.0/16", "an address of a private network"],
  ["198.18.0.0/15", "an address for measurements"],
  ["198.51.100.0/24", "an address for examples"],
  ["203.0.113.0/24", "an address for examples"],
  ["224.0.0.0/4", "a multicast address"],
  ["240.0.0.0/4", "a reserved address"],
])
const ranges6 = table([
  ["::1/128", "this computer itself"],
  ["fc00::/7", "an address of a private network"],
  ["fe80::/10", "a link-local address"],
  ["ff00::/8", "a multicast address"],
  ["2001::/23", "a reserved address"],
  ["2001:db8::/32", "an address for examples"],
  ["2002::/16", "an address that hides another one"],
  ["3fff::/20", "an address for examples"],
])
/** Only these are handed out to the public; whatever is not in here needs no name to be refused. */
const handedOut: Range = rangeOf("2000::/3", "")
/** The last four bytes are an IPv4 address that a gateway would dial: mapped, and NAT64. */
const carriers = table([
  ["::ffff:0:0/96", ""],
  ["64:ff9b::/96", ""],
])

/** What this address is, when it is not the open internet; null when it is. */
export function notPublic(address: string): string | null {
  const bytes = bytesOf(address)
  if (bytes === null) return "no address at all"
  if (bytes.length === 4) return nameIn(ranges4, bytes)
  if (carriers.some((range) => inside(bytes, range))) return nameIn(ranges4, bytes.slice(12))
  return nameIn(ranges6, bytes) ?? (inside(bytes, handedOut) ? null : "a reserved address")
}

export function isLoopback(address: string): boolean {
  return notPublic(address) === "this computer itself"
}

function nameIn(ranges: readonly Range[], bytes: readonly number[]): string | null {
  return ranges.find((range) => inside(bytes, range))?.what ?? null
}

function inside(bytes: readonly number[], range: Range): boolean {
  for (let index = 0, bits = range.bits; bits > 0; index++, bits -= 8) {
    const mask = bits >= 8 ? 0xff : (0xff << (8 - bits)) & 0xff
    if (((bytes[index] as number) & mask) !== ((range.bytes[index] as number) & mask)) return false
  }
  return true
}

function table(rows: readonly (readonly [cidr: string, what: string])[]): readonly Range[] {
  return rows.map(([cidr, what]) => rangeOf(cidr, what))
}

function rangeOf(cidr: string, what: string): Range {
  const [address = "", bits = ""] = cidr.split("/")
  return { bytes: bytesOf(address) ?? [], bits: Number(bits), what }
}

/** 4 or 16 bytes; null for anything else, a zone (fe80::1%eth0) included. */
export function bytesOf(address: string): readonly number[] | null {
  if (isIPv4(address)) return address.split(".").map(Number)
  // The URL parser writes every spelling of an IPv6 address the same way, the dotted ones included.
  const hostname = URL.parse(`http://[${address}]/`)?.hostname
  if (hostname === undefined) return null
  const [head = "", tail] = hostname.slice(1, -1).split("::")
  const words = (text: string) => (text === "" ? [] : text.split(":").map((word) => Number.parseInt(word, 16)))
  const before = words(head)
  const after = words(tail ?? "")
  const all = [...before, ...new Array<number>(8 - before.length - after.length).fill(0), ...after]
  return all.flatMap((word) => [word >> 8, word & 0xff])
}
