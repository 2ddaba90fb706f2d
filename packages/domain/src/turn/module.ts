import type { Event, Reply } from "@kibitz/contract"
import { providerAnswers } from "../connection/trouble-over.ts"
import { oddTold } from "../history/odd-reply.ts"
import { defineConcept } from "../kernel/concept.ts"
import { followUp } from "../kernel/follow-ups.ts"
import type { HistoryMessage } from "../kernel/history-message.ts"
import { accept } from "../kernel/outcome.ts"
import { silenceOver } from "../perseverance/stuck.ts"
import { findAgent } from "../team/agents.ts"
import { ofAgent, onAgent } from "../team/of-agent.ts"
import { checkEnded, isOfCheck } from "./checks-end.ts"
import {
  decideDelay,
  decideFail,
  decideHold,
  decideInterrupt,
  decideRecover,
  decideReply,
  decideRetry,
  decideRetryStep,
  decideStop,
} from "./decide.ts"
import { evolveTurn } from "./evolve.ts"
import { showDelay, showFailure, showRecovery, showReply, showStop } from "./transcript.ts"

const INTERRUPTED = "[The user stopped your last reply before it was finished.]"

export const turn = defineConcept({
  name: "turn",
  commands: {
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
  },
  followUps: [
    followUp({
      stage: "each",
      on: ["call.finished", "call.blocked"],
      matters: (event, world) => isOfCheck(event) && findAgent(world, event.agentId)?.turn?.cause === "verification",
      find: (events) => events.filter(isOfCheck),
      run: (world, event, moment) => checkEnded(world, event, moment),
    }),
  ],
  transcript: {
    "turn.replied": showReply,
    "turn.delayed": showDelay,
    "turn.interrupted": showStop,
    "turn.failed": showFailure,
    "turn.recovered": showRecovery,
  },
  history: {
    "turn.replied": ({ reply }) => (reply.stopReason === "refusal" ? [] : replied(reply)),
    "turn.interrupted": () => [told(INTERRUPTED)],
  },
  lean: {
    "turn.replied": (event) => ({ ...event, reply: { ...event.reply, content: [] } }),
    "turn.delayed": withoutDraft,
    "turn.interrupted": withoutDraft,
    "turn.failed": withoutDraft,
    "turn.recovered": withoutDraft,
  },
})

function replied(reply: Reply): HistoryMessage[] {
  const odd = oddTold(reply)
  return [{ role: "assistant", content: reply.content }, ...(odd === null ? [] : [told(odd)])]
}

function told(text: string): HistoryMessage {
  return { role: "user", content: [{ type: "text", text }] }
}

function withoutDraft<E extends Event & { readonly draft: string }>(event: E): E {
  return event.draft === "" ? event : { ...event, draft: "" }
}
