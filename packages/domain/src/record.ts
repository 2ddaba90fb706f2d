// Owns: the record of all concepts as one: the world before anything has happened, what an event changes in it, and what a transcript shows.
import { recordOf } from "./kernel/record.ts"
import { records } from "./records.ts"

export const { emptyWorld, evolve, foldTranscript, lean, lineCompletedBy, linesBegunBy, liveEndOf, transcriptOf } =
  /* @__PURE__ */ recordOf(records)
