// Owns: who may ask for a line to the host: the main frame of a window of ours, showing a page of ours (1a-17).
import { APP_ORIGIN } from "../serve/resolve-asset.ts"

export type Frame = { readonly origin: string; readonly url: string; readonly parent: unknown }

export function isOurPage(frame: Frame | null): frame is Frame {
  return frame !== null && frame.parent === null && frame.origin === APP_ORIGIN && frame.url.startsWith(`${APP_ORIGIN}/`)
}
