// Owns: the list of everything that can be in the journal, concept by concept. Does not own: how it is read from there (decode-event.ts).
import { z } from "zod"
import { agentEvents } from "./agent/events.ts"
import { attentionEvents } from "./attention/events.ts"
import { callEvents } from "./call/events.ts"
import { connectionEvents } from "./connection/events.ts"
import { gateEvents } from "./gate/events.ts"
import { Seq } from "./ids.ts"
import { messageEvents } from "./message/events.ts"
import { postureEvents } from "./posture/events.ts"
import { presenceEvents } from "./presence/events.ts"
import { settingsEvents } from "./settings/events.ts"
import { Instant } from "./time.ts"
import { turnEvents } from "./turn/events.ts"
import { verificationEvents } from "./verification/events.ts"

export const Event = z.discriminatedUnion("type", [
  ...agentEvents,
  ...attentionEvents,
  ...callEvents,
  ...connectionEvents,
  ...gateEvents,
  ...messageEvents,
  ...postureEvents,
  ...presenceEvents,
  ...settingsEvents,
  ...turnEvents,
  ...verificationEvents,
])
export type Event = z.infer<typeof Event>
export type EventOf<T extends Event["type"]> = Extract<Event, { type: T }>

/** An event that is on disk. */
export const Recorded = z.object({ seq: Seq, at: Instant, event: Event })
export type Recorded = z.infer<typeof Recorded>
