import { stoppedCause } from "../attention/notice-causes.ts"
import { defineConcept } from "../kernel/concept.ts"
import { proofOf } from "./proof.ts"
import { verificationRecord } from "./record.ts"

/** Its follow-up rule is the turn's: what the checks amount to ends a unit. */
export const verification = defineConcept({
  ...verificationRecord,
  notices: { "verification.ended": stoppedCause },
  audit: {
    "verification.ended": ({ agentId, passed, checks }) => {
      const failed = checks.some(({ required, result }) => required && result === "failed")
      const facts = { passed, checks: checks.map(({ name, result, required }) => ({ name, result, required })) }
      const because = failed ? "It is not done." : proofOf(checks).because
      return { kind: "receipt", agentId, rule: "verification", because, facts }
    },
  },
})
