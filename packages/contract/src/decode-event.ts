// Owns: the only way from stored JSON to an event. What is current passes by a look at its name; what is older is brought up to date and checked; what this
// version does not know is refused. Does not own: damage to what was stored, which the journal finds before it asks here.
import type { z } from "zod"
import { Event } from "./event.ts"
import { type EventFields, type Upcaster, upcasters } from "./event-version.ts"
import type { Seq } from "./ids.ts"

export type EventSchema = z.ZodObject<{ type: z.ZodLiteral<string> }>

export type EventDecoder = {
  /** The name to store a new event of this type under: the type, and from version 2 on the version too ("task.added@2"). */
  nameOf(type: string): string
  /** Throws UnknownEvent, or MalformedEvent where the JSON does not hold what its name says. */
  decode(seq: Seq, name: string, json: string): Event
  /** Whether the fields of that event are those of the current schema. Throws UnknownEvent. */
  isCurrent(seq: Seq, name: string): boolean
  /** Every type with its version. Another text means that other events are known. */
  readonly known: string
}

/** A later Kibitz has written it. */
export class UnknownEvent extends Error {
  readonly seq: Seq
  readonly type: string
  readonly version: number
  constructor(seq: Seq, type: string, version: number) {
    super(
      `Entry ${seq} is an event "${type}" of version ${version}, which this version of Kibitz does not know. Update Kibitz to work in this project.`,
    )
    this.name = "UnknownEvent"
    this.seq = seq
    this.type = type
    this.version = version
  }
}

export class MalformedEvent extends Error {
  constructor(seq: Seq, type: string, version: number, options?: ErrorOptions) {
    super(`entry ${seq} does not hold an event "${type}" of version ${version}`, options)
    this.name = "MalformedEvent"
  }
}

type Known = {
  readonly type: string
  readonly version: number
  readonly schema: EventSchema
  /** What is left to do until it is current. */
  readonly upcasts: readonly Upcaster[]
}

export function eventDecoder(schemas: readonly EventSchema[]): EventDecoder {
  const byName = new Map<string, Known>()
  const names = new Map<string, string>()
  for (const schema of schemas) {
    const type = schema.shape.type.value
    const from = upcasters.get(schema)?.from ?? []
    for (let done = 0; done <= from.length; done++) {
      byName.set(storedName(type, done + 1), { type, version: done + 1, schema, upcasts: from.slice(done) })
    }
    names.set(type, storedName(type, from.length + 1))
  }

  function find(seq: Seq, name: string): Known {
    const known = byName.get(name)
    if (known === undefined) throw unknown(seq, name)
    return known
  }

  return {
    nameOf: (type) => names.get(type) ?? type,
    isCurrent: (seq, name) => find(seq, name).upcasts.length === 0,
    decode(seq, name, json) {
      const known = find(seq, name)
      const value = parsed(seq, known, json)
      if (!isOf(known, value)) throw new MalformedEvent(seq, known.type, known.version)
      return known.upcasts.length === 0 ? value : upcast(seq, known, value)
    },
    known: [...names.values()].toSorted().join(" "),
  }
}

/** Of all events that there are. */
export const decoder: EventDecoder = /* @__PURE__ */ eventDecoder(Event.options)

function storedName(type: string, version: number): string {
  return version === 1 ? type : `${type}@${version}`
}

function unknown(seq: Seq, name: string): UnknownEvent {
  const [, type = name, version = "1"] = /^(.+)@(\d+)$/.exec(name) ?? []
  return new UnknownEvent(seq, type, Number(version))
}

function parsed(seq: Seq, { type, version }: Known, json: string): unknown {
  try {
    return JSON.parse(json)
  } catch (cause) {
    throw new MalformedEvent(seq, type, version, { cause })
  }
}

/** Its schema was applied when it was written, and its checksum holds: its type is all that is looked at again. */
function isOf({ type }: Known, value: unknown): value is Event {
  return typeof value === "object" && value !== null && "type" in value && value.type === type
}

function upcast(seq: Seq, known: Known, older: EventFields): Event {
  const malformed = (cause: unknown) => new MalformedEvent(seq, known.type, known.version, { cause })
  let event: unknown
  try {
    event = known.schema.parse(known.upcasts.reduce((fields, raise) => raise(fields), older))
  } catch (cause) {
    throw malformed(cause)
  }
  if (!isOf(known, event)) throw malformed(null)
  return event
}
