// Owns: what a request must look like before anything of it is used (T19). A page from elsewhere can make a browser send any of
// these requests, but not with our names in Host and Origin, and not with the cookie.
import type { IncomingMessage } from "node:http"
import type { Access } from "./access.ts"

export type Guarded = {
  /** Exactly as we are called: 127.0.0.1:PORT or localhost:PORT. */
  readonly host: string
  readonly port: number
  readonly path: string
  readonly query: URLSearchParams
  readonly signedIn: boolean
}

/** null: not meant for us, or not by us. */
export function guard(request: IncomingMessage, access: Access): Guarded | null {
  const port = request.socket.localPort
  if (port === undefined) return null
  const host = ourHost(request.headersDistinct.host, port)
  if (host === null) return null
  const origins = request.headersDistinct.origin
  if (origins !== undefined && !isOurOrigin(origins, host)) return null
  const target = request.url ?? ""
  // A target that names a server itself ("http://…", "*") is for proxies; we are none.
  if (!target.startsWith("/")) return null
  const question = target.indexOf("?")
  return {
    host,
    port,
    path: question === -1 ? target : target.slice(0, question),
    query: new URLSearchParams(question === -1 ? "" : target.slice(question)),
    signedIn: cookieValues(request.headers.cookie, cookieName(port)).some((value) => access.knows(value)),
  }
}

/** The exact name, given once. A name that merely resolves to us is DNS rebinding. */
export function ourHost(hosts: readonly string[] | undefined, port: number): string | null {
  const host = hosts?.length === 1 ? hosts[0] : undefined
  return host === `127.0.0.1:${port}` || host === `localhost:${port}` ? host : null
}

export function isOurOrigin(origins: readonly string[] | undefined, host: string): boolean {
  return origins?.length === 1 && origins[0] === `http://${host}`
}

/** Browsers share cookies between all ports of a host: the port in the name keeps two Kibitz from signing each other out. */
export function cookieName(port: number): string {
  return `kibitz-${port}`
}

/** Every value given under that name: another port may have set one of its own, which must not hide ours. */
export function cookieValues(header: string | undefined, name: string): string[] {
  return (header ?? "")
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1))
}
