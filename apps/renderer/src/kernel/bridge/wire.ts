import type { Line } from "./transport.ts"

/** The line as its users see it: it may be down, and then nothing is sent. */
export type Wire = {
  isOpen(): boolean
  send(message: Parameters<Line["send"]>[0]): void
  nextId(): number
}
