// Owns: how a concept says that the shape of one of its events has changed. An event that says nothing is of version 1.
import { z } from "zod"

/** The fields of an event as JSON holds them. */
export type EventFields = Readonly<Record<string, unknown>>

/** From one version to the next. Pure, and never changed once it is released: journals keep what they were written with. */
export type Upcaster = (older: EventFields) => EventFields

/**
 * `z.object({ … }).register(upcasters, { from: [oneToTwo, twoToThree] })` is version 3 of that event. The number of upcasters is the only thing that says so.
 */
export const upcasters = z.registry<{ readonly from: readonly Upcaster[] }>()
