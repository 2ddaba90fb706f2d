// The need: names that nobody else has. Sortable by when they were made.
export type IdPrefix = "msg" | "turn" | "call" | "agent" | "item" | "grant" | "fence"

export interface Ids {
  next(prefix: IdPrefix): string
}
