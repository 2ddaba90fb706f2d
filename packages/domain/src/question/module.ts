import type { EventOf } from "@kibitz/contract"
import { defineConcept } from "../kernel/concept.ts"
import { followUp } from "../kernel/follow-ups.ts"
import { ofAgent, onAgent } from "../team/of-agent.ts"
import { decideQuestion } from "./answer.ts"
import { askedAnew, decideClimb } from "./climb.ts"
import { answeredInChat, answersQuestions } from "./in-chat.ts"

export const question = defineConcept({
  name: "question",
  commands: { "question.answer": decideQuestion, "question.climb": ofAgent(decideClimb) },
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
  followUps: [
    followUp({
      stage: "own",
      on: ["agent.moved", "question.left"],
      find: (events) => [events],
      run: (_, events, moment, before) => askedAnew(before, events, moment),
    }),
    followUp({
      stage: "rounds",
      on: ["message.delivered"],
      matters: answersQuestions,
      find: (events) => events.filter(answersQuestions),
      run: (world, event, moment) => answeredInChat(world, event, moment),
    }),
  ],
})
