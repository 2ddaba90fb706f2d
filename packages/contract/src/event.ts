// Owns: the list of everything that can be in the journal, concept by concept. Does not own: how it is read from there (decode-event.ts).
import { z } from "zod"
import { agentEvents } from "./agent/events.ts"
import { approvalEvents } from "./approval/events.ts"
import { attentionEvents } from "./attention/events.ts"
import { auditEvents } from "./audit/events.ts"
import { callEvents } from "./call/events.ts"
import { connectionEvents } from "./connection/events.ts"
import { costEvents } from "./cost/events.ts"
import { grantEvents } from "./grant/events.ts"
import { Seq } from "./ids.ts"
import { messageEvents } from "./message/events.ts"
import { postureEvents } from "./posture/events.ts"
import { presenceEvents } from "./presence/events.ts"
import { questionEvents } from "./question/events.ts"
import { sandboxEvents } from "./sandbox/events.ts"
import { settingsEvents } from "./settings/events.ts"
import { slashEvents } from "./slash/events.ts"
import { Instant } from "./time.ts"
import { turnEvents } from "./turn/events.ts"
import { verificationEvents } from "./verification/events.ts"
import { workspaceEvents } from "./workspace/events.ts"

export const Event = z.discriminatedUnion("type", [
  ...agentEvents,
  ...costEvents,
  ...presenceEvents,
  ...questionEvents,
  ...slashEvents,
  ...attentionEvents,
  ...approvalEvents,
  ...connectionEvents,
  ...grantEvents,
  ...sandboxEvents,
  ...workspaceEvents,
  ...auditEvents,
  ...settingsEvents,
  ...postureEvents,
  ...turnEvents,
  ...callEvents,
  ...messageEvents,
  ...verificationEvents,
])
export type Event = z.infer<typeof Event>
export type EventOf<T extends Event["type"]> = Extract<Event, { type: T }>

/** An event that is on disk. */
export const Recorded = z.object({ seq: Seq, at: Instant, event: Event })
export type Recorded = z.infer<typeof Recorded>
