// Owns: which file an app:// address means, and that it is always one inside the renderer's folder (1a-18). Pure: the caller reads the file.
import { posix } from "node:path"

export const APP_SCHEME = "app"
export const APP_ORIGIN = "app://kibitz"

const typeOfExtension: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".json": "application/json; charset=utf-8",
}

export type Asset = { readonly path: string; readonly type: string }

/** A path relative to the renderer's folder, with `/` between its parts, or null for everything that is not one of its files. */
export function resolveAsset(method: string, address: string): Asset | null {
  if (method !== "GET") return null
  const url = URL.parse(address)
  if (!url || url.protocol !== `${APP_SCHEME}:` || url.host !== "kibitz" || url.username !== "" || url.password !== "")
    return null
  const segments = url.pathname === "/" ? ["index.html"] : url.pathname.slice(1).split("/")
  // Every file we ship has a plain name. Saying what a name may be, instead of what it may not, leaves no second spelling of "..":
  // percent signs, backslashes, colons, control characters and empty parts all fail here.
  if (!segments.every((segment) => /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/.test(segment) && !segment.includes(".."))) return null
  const path = segments.join("/")
  const type = typeOfExtension[posix.extname(path)]
  return type === undefined ? null : { path, type }
}
