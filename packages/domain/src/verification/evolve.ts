import type { Agent, CheckOutcome, EventOf, Instant } from "@kibitz/contract"
import { verificationBrief } from "../brief/cause.ts"
import { newTurn } from "../team/new-turn.ts"
import { seen } from "../team/seen.ts"

type VerificationEvent = EventOf<"verification.started" | "verification.checked" | "verification.cut-off" | "verification.ended">

export function evolveVerification(agent: Agent, event: VerificationEvent, at: Instant): Agent {
  if (event.type === "verification.started") {
    const { turnId: id, checks, said } = event
    const begun = newTurn({ id, at, model: "", cause: "verification", brief: verificationBrief })
    const turn = { ...begun, checks, said }
    return seen({ ...agent, turn, due: null, waits: null }, at, "is being checked")
  }
  const turn = agent.turn
  if (turn?.id !== event.turnId) return agent
  switch (event.type) {
    case "verification.checked":
      return seen({ ...agent, turn: { ...turn, outcomes: [...turn.outcomes, event.outcome] } }, at, "was checked")
    case "verification.cut-off":
      return { ...agent, turn: null }
    case "verification.ended": {
      const { passed, checks } = event
      const run = passed || passedAnew(agent, checks) ? { ...agent.run, progressed: true, idle: 0 } : agent.run
      return { ...agent, turn: null, run, verification: { at, passed, checks } }
    }
  }
}

/** One that passed the last time as well has brought nothing about: saying "done" again and again would never count as stuck. */
function passedAnew({ verification }: Agent, checks: readonly CheckOutcome[]): boolean {
  const before = new Set(verification?.checks.filter(({ result }) => result === "passed").map(({ command }) => command))
  return checks.some(({ result, command }) => result === "passed" && !before.has(command))
}
