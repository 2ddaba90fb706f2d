// Owns: making the SDK's client so that nothing but the given credentials decides where a request goes and what it carries (T18).
import type { Anthropic } from "@anthropic-ai/sdk"
import { nodeTransport, type Transport } from "./transport.ts"

export type Credentials = { readonly apiKey: string; readonly baseUrl: string | null }
export type Client = Pick<Transport, "isReady" | "retire" | "close"> & { readonly sdk: Anthropic }

const PROVIDER = "https://api.anthropic.com"
const LONGEST_REQUEST_MS = 60 * 60_000

/** Loading the SDK takes longer than starting a small app: it waits until there is something to ask. */
export function loadSdk(): Promise<typeof import("@anthropic-ai/sdk")> {
  return import("@anthropic-ai/sdk")
}

export async function makeClient(credentials: Credentials, stallMs: number): Promise<Client> {
  const { Anthropic } = await loadSdk()
  const transport = nodeTransport(stallMs)
  // Whatever is left out here, the SDK looks for in ANTHROPIC_* variables.
  const sdk = new Anthropic({
    apiKey: credentials.apiKey,
    authToken: null,
    webhookKey: null,
    baseURL: credentials.baseUrl ?? PROVIDER,
    maxRetries: 0,
    timeout: LONGEST_REQUEST_MS,
    logLevel: "off",
    openTelemetry: false,
    fetch: transport.fetch,
  })
  // ANTHROPIC_CUSTOM_HEADERS is read in any case and wins over the key itself; there is no option against it.
  withoutCustomHeaders(sdk)
  const { isReady, retire, close } = transport
  return { sdk, isReady, retire, close }
}

function withoutCustomHeaders(sdk: Anthropic): void {
  const { _options: options } = sdk as unknown as { _options: { defaultHeaders?: unknown } }
  delete options.defaultHeaders
}
