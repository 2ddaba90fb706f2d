import type { ContentBlock } from "@kibitz/contract"

export type HistoryUserBlock =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "tool_result"; readonly callId: string; readonly output: string; readonly isError: boolean }

/** What a model is told has happened so far, in the shape the Messages API asks for. */
export type HistoryMessage =
  | { readonly role: "user"; readonly content: readonly HistoryUserBlock[] }
  | { readonly role: "assistant"; readonly content: readonly ContentBlock[] }
