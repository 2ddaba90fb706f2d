import type { Event, EventOf } from "@kibitz/contract"
import { leanInput } from "../call/lean.ts"
import { defineRecord } from "../kernel/concept.ts"
import { onAgent } from "../team/of-agent.ts"
import { evolveTurn } from "./evolve.ts"
import { leanBrief } from "./lean.ts"
import { showDelay, showFailure, showRecovery, showReply, showSentBack, showStop } from "./transcript.ts"

/** What is kept, folded and shown of turn: all of it that a screen needs. The rules are in module.ts. */
export const turnRecord = defineRecord({
  name: "turn",
  events: {
    "turn.started": onAgent(evolveTurn),
    "turn.replied": onAgent(evolveTurn),
    "turn.delayed": onAgent(evolveTurn),
    "turn.step-retried": onAgent(evolveTurn),
    "turn.stopping": onAgent(evolveTurn),
    "turn.interrupted": onAgent(evolveTurn),
    "turn.failed": onAgent(evolveTurn),
    "turn.set-aside": onAgent(evolveTurn),
    "turn.crashed": onAgent(evolveTurn),
    "turn.recovered": onAgent(evolveTurn),
    "turn.finished": onAgent(evolveTurn),
    "turn.held": onAgent(evolveTurn),
    "turn.released": onAgent(evolveTurn),
    "turn.sent-back": onAgent(evolveTurn),
    "turn.found": onAgent(evolveTurn),
    "turn.cut-off": onAgent(evolveTurn),
  },
  transcript: {
    "turn.replied": showReply,
    "turn.sent-back": showSentBack,
    "turn.delayed": showDelay,
    "turn.interrupted": showStop,
    "turn.failed": showFailure,
    "turn.recovered": showRecovery,
  },
  endsLive: {
    "turn.replied": ({ turnId, step }) => ({ ends: "step", turnId, step }),
    "turn.delayed": ({ turnId }) => ({ ends: "attempt", turnId }),
    "turn.recovered": ({ turnId }) => ({ ends: "attempt", turnId }),
    "turn.interrupted": ({ turnId }) => ({ ends: "turn", turnId }),
    "turn.failed": ({ turnId }) => ({ ends: "turn", turnId }),
    "turn.finished": ({ turnId }) => ({ ends: "turn", turnId }),
  },
  lean: {
    "turn.started": withLeanBrief,
    "turn.replied": (event) => ({ ...event, reply: { ...event.reply, content: [] } }),
    "turn.found": (event) => ({ ...event, finding: leanInput(event.finding) }),
    "turn.delayed": withoutDraft,
    "turn.interrupted": withoutDraft,
    "turn.failed": withoutDraft,
    "turn.recovered": withoutDraft,
  },
})

function withLeanBrief(event: EventOf<"turn.started">): EventOf<"turn.started"> {
  return event.brief ? { ...event, brief: leanBrief(event.brief) } : event
}

function withoutDraft<E extends Event & { readonly draft: string }>(event: E): E {
  return event.draft === "" ? event : { ...event, draft: "" }
}
