// Owns: the expected ways to be told no. `message` says what, why and what to do, and is fit to be shown.
import { z } from "zod"

export const RejectionKind = z.enum([
  "malformed", // not a message of this protocol
  "too-large",
  "unknown-agent",
  "unknown-message",
  "queue-full",
  "nothing-to-stop",
  "nothing-to-retry",
  "unknown-command", // a slash command that is not in the table, or whose arguments do not fit
  "unknown-item", // that question or approval is not waiting any more
  "changed", // what was approved is not what would run now
  "not-allowed", // the rule is said in the message
  "needs-confirmation", // two steps, and this is the first
  "illegal-move", // an agent cannot go from where it stands to there
  "stale", // about a turn or call that is over
  "needs-consent", // only plain text storage is available; ask the user first
  "unavailable", // this shell cannot do that
  "read-only", // this Kibitz only looks at a project
  "not-subscribed",
  "storage-failed", // the journal could not be written; nothing has changed
  "closing",
])
export type RejectionKind = z.infer<typeof RejectionKind>

export const Rejection = z.object({ kind: RejectionKind, message: z.string() })
export type Rejection = z.infer<typeof Rejection>
