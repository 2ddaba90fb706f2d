// Owns: what the wire client needs of a line to the host. A transport is tried again by the client after every `closed`.
import type { WireRequestInput } from "@kibitz/contract"

export type Line = {
  send(request: WireRequestInput): void
  close(): void
}

export type LineEvents = {
  opened(): void
  /** A structured value, not yet checked. */
  received(raw: unknown): void
  /** Something arrived that is not even a value: wrong encoding, bad JSON, over the size limit. */
  unreadable(why: string): void
  closed(): void
}

export type Transport = (events: LineEvents) => Line
