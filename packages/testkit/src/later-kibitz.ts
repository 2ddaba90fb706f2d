// A Kibitz that comes after this one, as far as its events go: one type more, and a second version of a reply.
import { Event, type EventDecoder, type EventSchema, eventDecoder, type Recorded, upcasters } from "@kibitz/contract"
import { z } from "zod"

const ToyMade = z.object({ type: z.literal("toy.made"), name: z.string() })

/** Version 2 of "turn.replied" also has a mood; in version 1 everybody was calm. */
function replyWithMood(schema: EventSchema): EventSchema {
  return schema.extend({ mood: z.string() }).register(upcasters, { from: [(one) => ({ ...one, mood: "calm" })] })
}

export const laterDecoder: EventDecoder = eventDecoder([
  ...Event.options.map((schema) => (schema.shape.type.value === "turn.replied" ? replyWithMood(schema) : schema)),
  ToyMade,
])

/** An event that this Kibitz has no word for. */
export function toyMade(name: string): Event {
  return ToyMade.parse({ type: "toy.made", name }) as unknown as Event
}

/** What a reply of version 2 has beyond this version's. */
export function moodOf({ event }: Recorded): unknown {
  return "mood" in event ? event.mood : null
}
