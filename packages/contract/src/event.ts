// Owns: everything that can be in the journal. Does not own: the list of it (concepts.ts), and how it is read from there (decode-event.ts).
import { z } from "zod"
import { eventsOf } from "./concepts.ts"
import { Seq } from "./ids.ts"
import { Instant } from "./time.ts"

export const Event = z.discriminatedUnion("type", eventsOf())
export type Event = z.infer<typeof Event>
export type EventOf<T extends Event["type"]> = Extract<Event, { type: T }>

/** An event that is on disk. */
export const Recorded = z.object({ seq: Seq, at: Instant, event: Event })
export type Recorded = z.infer<typeof Recorded>
