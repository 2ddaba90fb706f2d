// Owns: what may be done with an address that an agent wrote. Nothing here opens anything.

export type Address =
  /** May be opened, after the user has seen where it leads. */
  | { readonly kind: "open"; readonly href: string; readonly where: string }
  /** Harmless to look at, but not opened from here: plain http. */
  | { readonly kind: "copy"; readonly href: string; readonly where: string }
  /** Shown as the text it is. */
  | { readonly kind: "text" }

const LIMIT = 2000
const text: Address = { kind: "text" }

/** Only what the URL parser reads back counts: it is what a browser would do with it (T21). */
export function classifyAddress(written: string): Address {
  if (written.length > LIMIT || hasHidden(written) || !/^(https?:\/\/|mailto:)/i.test(written)) return text
  if (!URL.canParse(written)) return text
  const url = new URL(written)
  if (url.protocol === "mailto:") return classifyMail(url)
  // A name before the @ is how a false host is made to look like a true one.
  if (url.username !== "" || url.password !== "" || url.hostname === "") return text
  if (url.protocol === "https:") return { kind: "open", href: url.href, where: url.host }
  if (url.protocol === "http:") return { kind: "copy", href: url.href, where: url.host }
  return text
}

function classifyMail(url: URL): Address {
  const where = url.pathname
  // Headers in the address could fill in a whole message to a stranger; the recipient is all that is taken over.
  return /^[A-Za-z0-9._+-]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/.test(where)
    ? { kind: "open", href: `mailto:${where}`, where }
    : text
}

/** The parser would silently drop some of them, and show the rest as if it had been written that way. */
function hasHidden(written: string): boolean {
  return /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s\\]/u.test(written)
}
