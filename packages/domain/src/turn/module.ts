import type { Event, EventOf } from "@kibitz/contract"
import { providerAnswers } from "../connection/trouble-over.ts"
import { defineConcept } from "../kernel/concept.ts"
import { followUp } from "../kernel/follow-ups.ts"
import { accept } from "../kernel/outcome.ts"
import { silenceOver } from "../perseverance/stuck.ts"
import { findAgent } from "../team/agents.ts"
import { ofAgent, onAgent } from "../team/of-agent.ts"
import { decideAsk, isCallEnd, workGoesOn } from "./ask.ts"
import { decideDelay, decideFail, decideHold, decideInterrupt, decideRetry, decideRetryStep, decideStop } from "./decide.ts"
import { evolveTurn } from "./evolve.ts"
import { replyHistory, sentBackHistory, stopHistory } from "./history.ts"
import { leanBrief } from "./lean.ts"
import { decideRecover } from "./recover.ts"
import { decideReply } from "./reply.ts"
import { showDelay, showFailure, showRecovery, showReply, showSentBack, showStop } from "./transcript.ts"

export const turn = defineConcept({
  name: "turn",
  commands: {
    "turn.ask": ofAgent(decideAsk),
    "turn.interrupt": ofAgent((_, agent, __, moment) => decideInterrupt(agent, moment)),
    "turn.retry": ofAgent((world, agent, _, moment) => decideRetry(world, agent, moment)),
    "turn.reply": ofAgent((world, agent, command, moment) => {
      const replied = decideReply(world, agent, command, moment)
      if ("rejection" in replied) return replied
      return accept(...providerAnswers(world, agent, moment), ...silenceOver(world, agent), ...replied.events)
    }),
    "turn.delay": ofAgent(decideDelay),
    "turn.retry-step": ofAgent(decideRetryStep),
    "turn.hold": ofAgent((_, agent, command) => decideHold(agent, command)),
    "turn.release": ofAgent((_, agent, command) => decideHold(agent, command)),
    "turn.fail": ofAgent(decideFail),
    "turn.stop": ofAgent(decideStop),
    "turn.recover": ofAgent(decideRecover),
  },
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
  },
  followUps: [
    followUp({
      stage: "each",
      on: ["call.finished", "call.blocked"],
      matters: (event, world) => isCallEnd(event) && findAgent(world, event.agentId)?.turn?.brief.byKibitz === true,
      find: (events) => events.filter(isCallEnd),
      run: (world, event, moment) => workGoesOn(world, event, moment),
    }),
  ],
  transcript: {
    "turn.replied": showReply,
    "turn.sent-back": showSentBack,
    "turn.delayed": showDelay,
    "turn.interrupted": showStop,
    "turn.failed": showFailure,
    "turn.recovered": showRecovery,
  },
  history: {
    "turn.replied": replyHistory,
    "turn.interrupted": stopHistory,
    "turn.sent-back": sentBackHistory,
  },
  lean: {
    "turn.started": withLeanBrief,
    "turn.replied": (event) => ({ ...event, reply: { ...event.reply, content: [] } }),
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
