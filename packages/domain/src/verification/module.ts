import type { EventOf } from "@kibitz/contract"
import { defineConcept } from "../kernel/concept.ts"
import { onAgent } from "../team/of-agent.ts"
import { evolveVerification } from "./evolve.ts"
import { proofOf } from "./proof.ts"
import { cutChecks, endChecks, showCheck, showChecks } from "./transcript.ts"

/** Its follow-up rule is the turn's: what the checks amount to ends a unit. */
export const verification = defineConcept({
  name: "verification",
  events: {
    "verification.started": onAgent(evolveVerification),
    "verification.checked": onAgent(evolveVerification),
    "verification.cut-off": onAgent(evolveVerification),
    "verification.ended": onAgent(evolveVerification),
    "commitment.added": onAgent((agent, { commitment }: EventOf<"commitment.added">) => ({
      ...agent,
      commitments: [...agent.commitments, commitment],
    })),
  },
  transcript: {
    "verification.started": showChecks,
    "verification.checked": showCheck,
    "verification.cut-off": cutChecks,
    "verification.ended": endChecks,
  },
  audit: {
    "verification.ended": ({ agentId, passed, checks }) => {
      const failed = checks.some(({ required, result }) => required && result === "failed")
      const facts = { passed, checks: checks.map(({ name, result, required }) => ({ name, result, required })) }
      const because = failed ? "It is not done." : proofOf(checks).because
      return { kind: "receipt", agentId, rule: "verification", because, facts }
    },
  },
})
