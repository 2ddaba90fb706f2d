// Owns: which addresses may leave the app after the user has said yes, and what the user is shown of them (1a-15). Pure.

export type Link =
  | { readonly kind: "web"; readonly url: string; readonly host: string }
  | { readonly kind: "mail"; readonly url: string; readonly address: string }
  | { readonly kind: "refused"; readonly because: string }

const LONGEST = 2_000

export function classifyLink(text: string): Link {
  if (text.length > LONGEST) return refused("the address is too long")
  // The URL parser would silently drop tabs and line breaks, and show the rest as if it had been written that way.
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s\\]/u.test(text)) return refused("the address has hidden or blank characters in it")
  const url = URL.parse(text)
  if (!url) return refused("that is not an address")
  switch (url.protocol) {
    case "https:":
      return webLink(url)
    case "mailto:":
      return mailLink(url)
    default:
      return refused("only https and mailto addresses are opened")
  }
}

function webLink(url: URL): Link {
  if (url.username !== "" || url.password !== "") return refused("the address has a name or password in it")
  if (url.hostname === "") return refused("the address names no host")
  // `host` is what the parser made of it: international names in their ASCII form, so that look-alike letters show.
  return { kind: "web", url: url.href, host: url.host }
}

/** Only the address: a mail program may obey the rest (attachments, hidden copies). */
function mailLink(url: URL): Link {
  const address = url.pathname
  if (!/^[A-Za-z0-9._+-]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/.test(address))
    return refused("that is not one plain mail address")
  return { kind: "mail", url: `mailto:${address}`, address }
}

function refused(because: string): Link {
  return { kind: "refused", because }
}
