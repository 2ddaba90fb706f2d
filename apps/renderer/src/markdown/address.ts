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
  return /^[^\s@,;<>"%]+@[^\s@,;<>"%]+$/.test(where) ? { kind: "open", href: `mailto:${where}`, where } : text
}

function hasHidden(written: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is looked for
  return /[\u0000-\u0020\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\\]/.test(written)
}
