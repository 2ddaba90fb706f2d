// Owns: the brief with which Kibitz lets an agent continue: because it is alone and has stopped, after a failure, or because the user says so.
import type { Agent, World } from "@kibitz/contract"
import type { ContinueWhy } from "../brief/cause.ts"
import { defineBrief, type Schema } from "../brief/define.ts"
import { continuationPrompt, goOnPrompt, restartPrompt } from "../prompt/continuation.ts"
import { unitEnded } from "../turn/unit-end.ts"
import { ownConversation } from "./conversation.ts"

type Input = { readonly why: ContinueWhy }

const reasons: ReadonlySet<unknown> = new Set<ContinueWhy>(["continue", "restart", "go-on"])

const input: Schema<Input> = {
  safeParse(value) {
    const why = typeof value === "object" && value !== null && "why" in value ? value.why : undefined
    return reasons.has(why)
      ? { success: true, data: { why: why as ContinueWhy } }
      : { success: false, error: { issues: [{ path: ["why"], message: "expected continue, restart or go-on" }] } }
  },
}

export const continuation = defineBrief<Input>({
  kind: "continuation",
  input,
  cause: ({ why }) => (why === "restart" ? "restart" : why === "go-on" ? "message" : "continuation"),
  joins: true,
  opens: (world, agent, { why }, id) => ({ text: wordsFor(world, agent, why, id), note: "continuation" }),
  sees: ownConversation,
  tools: "all",
  answer: "free",
  onAnswer: (world, agent, _, said, moment) => unitEnded(world, agent, said, moment),
})

function wordsFor(world: World, agent: Agent, why: ContinueWhy, fence: string): string {
  if (why === "restart") return restartPrompt(world, agent)
  const isCut = agent.lastTurn?.draft !== undefined
  if (why === "go-on" || agent.presence !== null || isCut) return goOnPrompt(world, agent)
  // A failed verification has been told already, in a notice that comes with this.
  const told = agent.notices.some(({ note }) => note === "verification") ? { ...agent, verification: null } : agent
  return continuationPrompt(world, told, fence)
}
