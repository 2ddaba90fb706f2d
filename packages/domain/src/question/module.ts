import { defineConcept } from "../kernel/concept.ts"
import { followUp } from "../kernel/follow-ups.ts"
import { ofAgent } from "../team/of-agent.ts"
import { decideQuestion } from "./answer.ts"
import { askedAnew, decideClimb } from "./climb.ts"
import { answeredInChat, answersQuestions } from "./in-chat.ts"
import { questionRecord } from "./record.ts"

export const question = defineConcept({
  ...questionRecord,
  commands: { "question.answer": decideQuestion, "question.climb": ofAgent(decideClimb) },
  followUps: [
    followUp({
      name: "ask again after a resume",
      stage: "changes",
      on: ["agent.moved", "question.left"],
      find: (events) => [events],
      run: (_, events, moment, before) => askedAnew(before, events, moment),
    }),
    followUp({
      name: "take a message for an answer",
      stage: "rounds",
      on: ["message.delivered"],
      matters: answersQuestions,
      find: (events) => events.filter(answersQuestions),
      run: (world, event, moment) => answeredInChat(world, event, moment),
    }),
  ],
})
