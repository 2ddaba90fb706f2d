import { stoppedCause } from "../attention/notice-causes.ts"
import { providerAnswers } from "../connection/trouble-over.ts"
import { defineConcept } from "../kernel/concept.ts"
import { followUp } from "../kernel/follow-ups.ts"
import { accept } from "../kernel/outcome.ts"
import { silenceOver } from "../perseverance/stuck.ts"
import { findAgent } from "../team/agents.ts"
import { ofAgent } from "../team/of-agent.ts"
import { decideAsk } from "./ask.ts"
import { decideDelay, decideFail, decideHold, decideInterrupt, decideRetry, decideRetryStep, decideStop } from "./decide.ts"
import { replyHistory, sentBackHistory, stopHistory } from "./history.ts"
import { turnRecord } from "./record.ts"
import { decideRecover } from "./recover.ts"
import { decideReply } from "./reply.ts"
import { continueWork, isCallEnd } from "./work.ts"

export const turn = defineConcept({
  ...turnRecord,
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
  followUps: [
    followUp({
      name: "continue the work of a turn without a model",
      stage: "changes",
      on: ["call.finished", "call.blocked", "turn.started"],
      // The first call of a turn that has just begun may have been refused at once.
      matters: (event, world) => {
        if (event.type === "turn.started") return event.brief?.byKibitz === true
        return isCallEnd(event) && findAgent(world, event.agentId)?.turn?.brief.byKibitz === true
      },
      find: (events) => events.filter(isCallEnd),
      run: (world, event, moment) => continueWork(world, event, moment),
    }),
  ],
  // What ran when Kibitz ended and can run again.
  beginsCalls: { "turn.recovered": ({ agentId }, world) => findAgent(world, agentId)?.turn?.calls.map(({ id }) => id) ?? [] },
  notices: {
    "turn.started": ({ agentId }) => [{ type: "went-on", agentId }],
    "turn.finished": stoppedCause,
    "turn.failed": stoppedCause,
  },
  historyMarks: {
    "turn.replied": ({ reply: { stopReason } }) => ({
      isPaused: stopReason === "pause_turn",
      wasDeclined: stopReason === "refusal",
    }),
  },
  history: {
    "turn.replied": replyHistory,
    "turn.interrupted": stopHistory,
    "turn.sent-back": sentBackHistory,
  },
})
