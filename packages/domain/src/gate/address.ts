// Owns: what can be said of a web address by looking at it. What it resolves to is for the adapter that dials.
import type { Json, Verdict } from "@kibitz/contract"
import { textField } from "./fields.ts"

export function addressRule(input: Json): Verdict | null {
  const url = urlOf(input)
  if (url === null || hostOf(url) !== null) return null
  return {
    effect: "deny",
    rule: "address",
    because:
      "That is not a plain web address: it must start with https://, name a host, and hold no user name, space or control character.",
  }
}

export function urlOf(input: Json): string | null {
  return textField(input, "url")
}

/** The host in lower case; null when the address could mean different hosts to different readers. */
export function hostOf(url: string): string | null {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that are looked for
  if (/[\x00-\x20\x7f\\\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/.test(url)) return null
  const authority = /^https?:\/\/([^/?#]+)/i.exec(url)?.[1]
  if (!authority || authority.includes("@")) return null
  const host = authority.replace(/:\d+$/, "").toLowerCase().replace(/\.$/, "")
  // `%65vil.org` and `ｅvil.org` are dialled as evil.org: what is shown and granted must be what is dialled.
  if (host.includes("%") || host.normalize("NFKC") !== host || /[\u3002\uff0e\uff61\u00ad]/.test(host)) return null
  return /^(\[[0-9a-f:.]+\]|[^\s:[\]]+)$/.test(host) ? host : null
}
