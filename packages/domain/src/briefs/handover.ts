// Owns: the brief with which an agent hands over what it has, in words alone: three lines, without any more calls. A user who joins a working agent
// reads the same three lines in the reply that is under way; for that no turn of its own is asked (OPM-5).
import { defineBrief } from "../brief/define.ts"
import { HANDOVER_LINES } from "../presence/lines.ts"
import { unitEnded } from "../turn/unit-end.ts"
import { anyInput } from "./any-input.ts"
import { ownConversation } from "./conversation.ts"

export const handover = defineBrief({
  kind: "handover",
  input: anyInput,
  joins: true,
  opens: () => ({ text: `[Kibitz] hand over\nHand over, ${HANDOVER_LINES} There are no tools in this turn.`, note: "handover" }),
  sees: ownConversation,
  tools: [],
  answer: "free",
  retries: 1,
  onAnswer: (world, agent, _, said, moment) => unitEnded(world, agent, said, moment),
})
