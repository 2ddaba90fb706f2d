import { defineRecord } from "../kernel/concept.ts"
import { onAgent } from "../team/of-agent.ts"
import { evolvePosture } from "./evolve.ts"
import { transitionLine } from "./words.ts"

/** What is kept, folded and shown of posture: all of it that a screen needs. The rules are in module.ts. */
export const postureRecord = defineRecord({
  name: "posture",
  events: {
    "posture.changed": onAgent(evolvePosture),
    "posture.steer-queued": onAgent(evolvePosture),
    "posture.steers-dropped": onAgent(evolvePosture),
    "agent.model-chosen": onAgent(evolvePosture),
  },
  transcript: {
    "posture.changed": (items, event, line) => {
      if (event.axis !== "surface") items.push({ kind: "app", ...line, line: "", text: transitionLine(event) })
    },
  },
})
