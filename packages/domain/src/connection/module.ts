import type { Json } from "@kibitz/contract"
import { defineConcept } from "../kernel/concept.ts"
import { followUp } from "../kernel/follow-ups.ts"
import { decideCheck, decideRecord, decideRecordCheck } from "./decide.ts"
import { decideWake } from "./limit.ts"
import { connectionRecord } from "./record.ts"
import { forgotten, mayChangeModel, modelsChanged } from "./trouble-over.ts"

export const connection = defineConcept({
  ...connectionRecord,
  commands: {
    "connection.check": (world) => decideCheck(world),
    "connection.record": decideRecord,
    "connection.record-check": decideRecordCheck,
    "limit.wake": decideWake,
  },
  followUps: [
    followUp({
      name: "wake agents that have another model",
      stage: "changes",
      on: ["posture.changed", "settings.changed", "agent.model-chosen"],
      matters: mayChangeModel,
      find: (events) => (events.some(mayChangeModel) ? [null] : []),
      run: (world, _, moment, before) => modelsChanged(before, world, moment),
    }),
    followUp({
      name: "wake agents that were parked without a card",
      stage: "last",
      on: [],
      after: ["session.begin"],
      find: () => [null],
      run: (world, _, moment) => forgotten(world, moment),
    }),
  ],
  audit: {
    "limit.changed": ({ limit }) => ({
      kind: "limit",
      rule: "provider",
      because: limit ? "The provider lets nobody ask before then." : "The provider answers again.",
      facts: { limit: limit as Json },
    }),
  },
})
