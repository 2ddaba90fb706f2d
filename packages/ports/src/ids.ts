// The need: names that nobody else has. Sortable by when they were made.
export interface Ids {
  next(prefix: "msg" | "turn" | "call"): string
}
