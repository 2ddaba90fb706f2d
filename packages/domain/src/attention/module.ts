import { defineConcept } from "../kernel/concept.ts"
import { decideQuiet, decideSeen, decideSnooze, decideWakeItem } from "./decide.ts"
import { withCard } from "./items.ts"
import { raisedCause } from "./notice-causes.ts"
import { attentionRecord } from "./record.ts"

export const attention = defineConcept({
  ...attentionRecord,
  commands: {
    "attention.snooze": decideSnooze,
    "attention.seen": decideSeen,
    "attention.quiet": decideQuiet,
    "attention.wake": decideWakeItem,
  },
  completes: (events, { origin }) => withCard(events, origin),
  notices: {
    "attention.raised": raisedCause,
    "attention.resolved": ({ itemId }) => [{ type: "settled", itemId }],
    "attention.snoozed": ({ itemId, until }) => (until === null ? [] : [{ type: "settled", itemId }]),
  },
  audit: {
    "attention.raised": ({ agentId, item }) => {
      if (item.kind !== "budget") return null
      const { holderId, limitUsd, spentUsd } = item
      const facts = { holderId, limitUsd, spentUsd }
      return { kind: "limit", agentId, rule: "budget-reached", because: "A limit was reached.", facts }
    },
    "attention.resolved": (event, _, before) => {
      const { agentId, itemId, outcome, note, visibleMs, callId, surface = null, pattern } = event
      const item = before?.attention[itemId]
      const asked = item ? { card: item.kind, ...("verdict" in item ? { rule: item.verdict.rule } : {}) } : {}
      const facts = { itemId, outcome, visibleMs, surface, ...asked, ...(pattern === undefined ? {} : { pattern }) }
      return { kind: "answer", agentId, ...(callId ? { callId } : {}), rule: outcome, because: note, facts }
    },
  },
})
