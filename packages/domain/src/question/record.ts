import type { EventOf } from "@kibitz/contract"
import { defineRecord } from "../kernel/concept.ts"
import { onAgent } from "../team/of-agent.ts"

/** What is kept, folded and shown of question: all of it that a screen needs. The rules are in module.ts. */
export const questionRecord = defineRecord({
  name: "question",
  events: {
    "question.parked": onAgent((agent, event: EventOf<"question.parked">) => ({
      ...agent,
      asking: [...agent.asking.filter(({ id }) => id !== event.question.id), event.question],
    })),
    "question.left": onAgent((agent, { itemId }: EventOf<"question.left">) => ({
      ...agent,
      asking: agent.asking.filter(({ id }) => id !== itemId),
    })),
  },
})
