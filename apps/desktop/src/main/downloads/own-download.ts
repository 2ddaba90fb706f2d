// Owns: which downloads are the page's own texts, and under which name one is offered for saving. Pure: the caller asks where.
import { APP_ORIGIN } from "../serve/resolve-asset.ts"

/** What the page has made itself in memory. Everything else would bring something in from outside, or a file the page should not hand out. */
export function isOwnBlob(address: string): boolean {
  const url = URL.parse(address)
  if (url?.protocol !== "blob:") return false
  // The origin of such an address is "null" to Node when the scheme inside is not one of the web's.
  const inner = URL.parse(url.pathname)
  return inner !== null && `${inner.protocol}//${inner.host}` === APP_ORIGIN && inner.username === "" && inner.password === ""
}

/** The page proposes a name; nothing that a double click would run, and no way into another folder, comes of it. */
export function saveName(proposed: string): string {
  return /^[A-Za-z0-9][A-Za-z0-9_-]{0,60}\.jsonl$/.test(proposed) ? proposed : "kibitz.jsonl"
}
