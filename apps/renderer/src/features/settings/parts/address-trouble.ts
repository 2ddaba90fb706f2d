import { BaseUrl } from "@kibitz/contract"

/** Null for an address that the settings take. */
export function addressTrouble(text: string): string | null {
  if (!URL.canParse(text)) return "That is not an address. It starts with https:// and names a server."
  return BaseUrl.safeParse(text).success
    ? null
    : "Use https, or http on this computer only, without a name or password in the address."
}
