// The need: to reach a user who does not look at the app, by what the system offers. When and how often is a rule of domain, not of this.
import type { AgentId, ItemId } from "@kibitz/contract"

export type UserNotice = {
  readonly id: string
  readonly title: string
  readonly body: string
  readonly tier: number
  /** Where a click leads: the agent, and what it waits for if it is one thing. */
  readonly agentId: AgentId
  readonly itemId: ItemId | null
  readonly silent: boolean
}

/** Nothing here throws: a system without notices is no reason to stop. A notice is only ever opened; nothing can be approved on it. */
export interface Notifier {
  show(notice: UserNotice): void
  /** In the place of the one with the same id; where that has gone, it is shown. */
  replace(notice: UserNotice): void
  /** Takes back every notice that still stands. */
  clear(): void
  /** On the app's icon; 0 takes it away. */
  badge(count: number): void
  /** One line for the screen the user has come back to after quiet hours. */
  summary(text: string): void
}
