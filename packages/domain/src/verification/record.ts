import type { EventOf } from "@kibitz/contract"
import { defineRecord } from "../kernel/concept.ts"
import { onAgent } from "../team/of-agent.ts"
import { evolveVerification } from "./evolve.ts"
import { cutChecks, endChecks, showCheck, showChecks } from "./transcript.ts"

/** What is kept, folded and shown of verification: all of it that a screen needs. The rules are in module.ts. */
export const verificationRecord = defineRecord({
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
  // A check that is a call is shown in this line.
  beginsLines: { "verification.started": ({ checks }) => checks.flatMap(({ callId }) => callId ?? []) },
  transcript: {
    "verification.started": showChecks,
    "verification.checked": showCheck,
    "verification.cut-off": cutChecks,
    "verification.ended": endChecks,
  },
})
