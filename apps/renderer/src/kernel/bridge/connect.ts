// Owns: which line this page uses. Served over http it is the web app; from the app's own scheme it is the desktop window.
import { portTransport } from "./port-transport.ts"
import { socketTransport, wireAddress } from "./socket-transport.ts"
import type { Transport } from "./transport.ts"

export function transportFor(page: Window): Transport {
  return page.location.protocol.startsWith("http") ? socketTransport(wireAddress(page.location)) : portTransport(page)
}
