// Owns: what one open screen offers its components, one type per concern. A component names the ones it needs: useSession<Asks & Remarks>().
// Components never await a result to draw it: they dispatch and watch the replica.
import type {
  AgentId,
  AnsweredCard,
  AuditFilter,
  ClientCommandInput,
  Delivery,
  JoinCause,
  MessageId,
  PaneName,
} from "@kibitz/contract"
import type { StoreApi } from "zustand/vanilla"
import type { Outcome } from "../bridge/requests.ts"
import type { Desk } from "../desk/desk.ts"
import type { Unfolded } from "../desk/strip-state.ts"
import type { AttentionWalk } from "../desk/walk.ts"
import type { Keep } from "../keep/keep.ts"
import type { ActionId } from "../keys/actions.ts"
import type { CommandRegistry } from "../keys/registry.ts"
import type { AuditAnswer } from "../replica/audit-page.ts"
import type { CostAnswer } from "../replica/cost-report.ts"
import type { Outbox } from "../replica/outbox.ts"
import type { Replica } from "../replica/replica.ts"
import type { Shell } from "../shell/shell.ts"
import type { Navigation } from "../view/navigation.ts"
import type { FramePanels } from "./kept-frame.ts"
import type { Overlay, RemarkTone, ScreenState } from "./screen-state.ts"

export type HasReplica = { readonly replica: Replica }
export type HasKeep = { readonly keep: Keep }
/** The program around this screen: windows, menu, what the system tells. On the web there is none. */
export type HasShell = { readonly shell: Shell }
/** What can be done by key, palette and menu right now. */
export type HasCommands = { readonly commands: CommandRegistry }

/** What waits for the user, and the way through it. */
export type Waiting = {
  /** What the user has looked at and answered here; the order of what waits depends on it. */
  readonly desk: Desk
  /** One key to the next thing that needs the user. */
  readonly walk: AttentionWalk
}

/** Asking the host for changes. */
export type Asks = {
  /** Why nothing can be changed here; null where it can. */
  closed(): string | null
  /** Why this cannot be done here; null when it can. */
  refuses(action: ActionId): string | null
  /** True, and said as a remark, when it cannot be done here. */
  refuse(action: ActionId): boolean
  /** Shows a refusal as a remark; returns the outcome for those who treat it themselves. */
  ask(command: ClientCommandInput, card?: AnsweredCard): Promise<Outcome>
  /** As `ask`, for when the caller shows the refusal in place. `card`: the card it was pressed on. */
  askQuietly(command: ClientCommandInput, card?: AnsweredCard): Promise<Outcome>
  /** Gives up on a request that hangs and makes it again. */
  restart(agentId: AgentId): void
  reconnect(): void
}

/** Reports that the host works out when asked. */
export type Reads = {
  /** One page of the audit log, newest first. */
  audit(filter: AuditFilter, before: number | null, limit?: number): Promise<AuditAnswer>
  /** What was spent in the last hours, by hour and by agent. */
  cost(hours: number): Promise<CostAnswer>
}

/** The user's own messages. */
export type Messages = {
  readonly outbox: Outbox
  /** Resolves to why it was refused, or null; a refused message stays in that agent's chat. */
  send(agentId: AgentId, text: string, delivery: Delivery): Promise<string | null>
  sendAgain(messageId: MessageId): void
  discard(messageId: MessageId): void
}

/** What lies over the stage and beside it. */
export type Frame = {
  readonly screen: StoreApi<ScreenState>
  show(overlay: Overlay | null): void
  showPanels(change: Partial<FramePanels>): void
  showInspector(isShown: boolean): void
  unfold(what: Unfolded): void
}

/** One sentence to the user about what was just done or refused. */
export type Remarks = { remark(text: string | null, tone?: RemarkTone): void }

/** Where the user is, and the ways to elsewhere. */
export type Places = {
  readonly go: Navigation
  /** The room of this agent on the map; nobody is joined. */
  lookAt(agentId: AgentId): void
  /** Opens this agent's chat, which joins it. What was open before is left in the same step. */
  open(agentId: AgentId, cause?: JoinCause): void
  /** Opens this agent's chat at a line that holds these words; without one, at the newest that does. */
  seek(agentId: AgentId, text: string, key: string | null): void
  /** To the overview: nobody is joined any more. */
  leave(): void
  /** Out of every chat of this screen. */
  leaveAll(cause: "standing-order"): void
  /** To where the walk through what waits began, or to the place before this one. */
  goBack(): void
  /** In the overview: whom Enter joins. */
  select(agentId: AgentId): void
}

/** New agents, joined as soon as they are there. */
export type Spawns = {
  /** A child without an assignment, talked to at once. */
  spawn(parentId: AgentId): void
  /** The same by a command of the caller's, which is told the child's id and where to join it. A refusal goes to the caller. */
  spawnBy(command: (child: NewChild) => ClientCommandInput): Promise<Outcome>
}
/** `pane`: left out on a screen that is for one chat; the child is joined in another window. */
export type NewChild = { readonly agentId: AgentId; readonly pane?: PaneName }

/** Everything one open screen offers. Only the composition holds all of it. */
export type Session = HasReplica &
  HasKeep &
  HasShell &
  HasCommands &
  Waiting &
  Asks &
  Reads &
  Messages &
  Frame &
  Remarks &
  Places &
  Spawns
