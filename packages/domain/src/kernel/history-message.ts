import type { ContentBlock } from "@kibitz/contract"

export type HistoryUserBlock =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "tool_result"; readonly callId: string; readonly output: string; readonly isError: boolean }

/** What a model is told has happened so far, in the shape the Messages API asks for. */
export type HistoryMessage =
  | { readonly role: "user"; readonly content: readonly HistoryUserBlock[] }
  | { readonly role: "assistant"; readonly content: readonly ContentBlock[] }

/** What an event means for a history besides the messages it adds. */
export type HistoryMark = {
  /** What came before it is never sent again. */
  readonly startsOver?: boolean
  /** The provider declined to answer: what led to it is left out from then on (A11). */
  readonly wasDeclined?: boolean
  /** The model paused in the middle of its reply, and the next request lets it finish. Left out: as before. */
  readonly isPaused?: boolean
  /** It may count before it is on disk (ADR 6): a history that is read from the journal later would miss it. */
  readonly mayBeAhead?: boolean
}
