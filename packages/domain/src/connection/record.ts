import { noConnection } from "@kibitz/contract"
import { defineRecord } from "../kernel/concept.ts"

/** What is kept, folded and shown of connection: all of it that a screen needs. The rules are in module.ts. */
export const connectionRecord = defineRecord({
  name: "connection",
  world: { connection: noConnection, limit: null },
  events: {
    "connection.changed": (_, event) => ({ connection: event.connection }),
    "limit.changed": (_, event) => ({ limit: event.limit }),
  },
})
