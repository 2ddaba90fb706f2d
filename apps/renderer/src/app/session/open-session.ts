// Owns: everything one open screen holds, and the words with which components ask for changes.
// Components never await a result to draw it: they dispatch and watch the replica.
import type { AgentId, AnsweredCard, AuditFilter, ClientCommandInput, Delivery, JoinCause, MessageId } from "@kibitz/contract"
import { findAgent } from "@kibitz/domain"
import { createStore, type StoreApi } from "zustand/vanilla"
import { type CostAnswer, readCost } from "../../features/cost/read-cost.ts"
import type { PaletteMode } from "../../features/palette/sources.ts"
import type { Transport } from "../../kernel/bridge/transport.ts"
import { createWireClient, type LineState, type Outcome } from "../../kernel/bridge/wire-client.ts"
import { createDesk, type Desk } from "../../kernel/desk/desk.ts"
import { cardEntrance } from "../../kernel/desk/enter-card.ts"
import { isAwake, type Unfolded } from "../../kernel/desk/strip-state.ts"
import { type AttentionWalk, attentionWalk } from "../../kernel/desk/walk.ts"
import { type ActionId, actionOf } from "../../kernel/keys/actions.ts"
import { type CommandRegistry, createCommandRegistry } from "../../kernel/keys/registry.ts"
import { type AuditAnswer, readAuditPage } from "../../kernel/replica/audit-page.ts"
import { closedWhy, looksOf } from "../../kernel/replica/closed.ts"
import { createOutbox, type Keep, type Outbox } from "../../kernel/replica/outbox.ts"
import { createPace, pageScreen } from "../../kernel/replica/pace.ts"
import { createReplica, type Replica } from "../../kernel/replica/replica.ts"
import { until } from "../../kernel/replica/until.ts"
import { type FramePanels, keepPanels, readPanels } from "../../kernel/session/kept-frame.ts"
import { textScale } from "../../kernel/settings/text-size.ts"
import type { ScreenWindow } from "../../kernel/shell/screen-window.ts"
import { createShell, type Shell } from "../../kernel/shell/shell.ts"
import { waitingOf } from "../../kernel/slash/go-there.ts"
import { stopClockAt } from "../../kernel/ui/clock.ts"
import { createNavigation, type Navigation, panesThatFit } from "../../kernel/view/navigation.ts"
import { talkingTo } from "../../kernel/view/view.ts"
import { openKnockedTabs } from "./knocked-tabs.ts"
import { createPresence, type PresenceKeeper } from "./presence.ts"

export type SettingsPage =
  | "general"
  | "models"
  | "agents"
  | "access"
  | "attention"
  | "appearance"
  | "keyboard"
  | "quality"
  | "data"
  | "about"
/** What lies over the frame. None of these leaves anybody (ux 2.3). */
export type Overlay =
  | { readonly kind: "settings"; readonly page: SettingsPage }
  /** `topic` is what the keys are searched for at first. */
  | { readonly kind: "help"; readonly topic?: string }
  | { readonly kind: "rename"; readonly agentId: AgentId }
  /** What this line would raise, to be confirmed. */
  | { readonly kind: "raise"; readonly agentId: AgentId; readonly line: string }
  /** `agentId`, here and in `find`: for whom; left out: whom the user talks to, or has selected. */
  | { readonly kind: "palette"; readonly mode: PaletteMode; readonly agentId?: AgentId }
  /** The tasks: everything in the background. */
  | { readonly kind: "tasks" }
  | { readonly kind: "peek"; readonly agentId: AgentId }
  /** `text` is what the list is searched for at first. */
  | { readonly kind: "audit"; readonly text: string }
  /** In all conversations. */
  | { readonly kind: "find"; readonly text: string; readonly agentId?: AgentId }
export type ScreenState = {
  readonly line: LineState
  readonly overlay: Overlay | null
  readonly panels: FramePanels
  /** Where there is no room beside the stage it lies over it, until the user goes elsewhere. */
  readonly isInspectorOver: boolean
  /** Whose room the map is to show, without joining; another value each time it is asked for. */
  readonly lookAt: { readonly agentId: AgentId } | null
  /** What the chat of this agent is to be searched for as soon as it is drawn, and at which line to begin. */
  readonly sought: { readonly agentId: AgentId; readonly text: string; readonly key: string | null } | null
  /** What the focused pane shows, and about whom: kept in step with the view, for those who need no more than that. */
  readonly view: "overview" | "chat"
  /** Whose chat is open; in the overview, whom the user was with last or has selected. */
  readonly agentId: AgentId
  /** Whom the user was with last, over restarts; null: nobody yet. */
  readonly last: AgentId | null
  /** Which of the things that wait is open in its chat. */
  readonly unfolded: Unfolded
  /** One sentence about what was just done or refused; gone with the next action. */
  readonly remark: Remark | null
  /** Whether locking the screen should mean leaving: asked once, after a long lock with this one waiting. */
  readonly offer: { readonly agentId: AgentId; readonly lockedMs: number } | null
}
/** Quiet: it went as the user wanted, or nothing is wrong. */
export type Remark = { readonly text: string; readonly tone: RemarkTone }
export type RemarkTone = "quiet" | "problem"

export type Session = {
  readonly replica: Replica
  readonly outbox: Outbox
  readonly screen: StoreApi<ScreenState>
  /** Where the user is, and the ways to elsewhere. */
  readonly go: Navigation
  /** What can be done by key, palette and menu right now. */
  readonly commands: CommandRegistry
  /** One key to the next thing that needs the user. */
  readonly walk: AttentionWalk
  readonly keep: Keep
  /** The program around this screen: windows, menu, what the system tells. On the web there is none. */
  readonly shell: Shell
  /** What the user has looked at and answered here; the order of what waits depends on it. */
  readonly desk: Desk
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
  /** One page of the audit log, newest first. */
  audit(filter: AuditFilter, before: number | null, limit?: number): Promise<AuditAnswer>
  /** What was spent in the last hours, by hour and by agent. */
  cost(hours: number): Promise<CostAnswer>
  /** Ends with why it was refused, or null; a refused message stays in that agent's chat. */
  send(agentId: AgentId, text: string, delivery: Delivery): Promise<string | null>
  sendAgain(messageId: MessageId): void
  discard(messageId: MessageId): void
  /** Gives up on a request that hangs and makes it again. */
  restart(agentId: AgentId): void
  reconnect(): void
  show(overlay: Overlay | null): void
  showPanels(change: Partial<FramePanels>): void
  showInspector(isShown: boolean): void
  /** The room of this agent on the map; nobody is joined. */
  lookAt(agentId: AgentId): void
  /** Opens this agent's chat, which joins it. What was open before is left in the same step. */
  open(agentId: AgentId, cause?: JoinCause): void
  /** Opens this agent's chat at a line that holds these words; without one, at the newest that does. */
  seek(agentId: AgentId, text: string, key: string | null): void
  /** A child without an assignment, talked to at once. */
  spawn(parentId: AgentId): void
  readonly spawnBy: PresenceKeeper["spawnBy"]
  /** To the overview: nobody is joined any more. */
  leave(): void
  /** Out of every chat of this screen. */
  leaveAll(cause: "standing-order"): void
  /** To where the walk through what waits began, or to the place before this one. */
  goBack(): void
  /** In the overview: whom Enter joins. */
  select(agentId: AgentId): void
  unfold(what: Unfolded): void
  remark(text: string | null, tone?: RemarkTone): void
}

export type SessionOptions = {
  transport: Transport
  keep: Keep
  rootAgent: AgentId
  newId(): string
  /** Left out: a page in a browser. */
  window?: ScreenWindow
  /** The page died and was brought back. */
  cameBack?: boolean
}

/** How long a message that the host has accepted may stay without being seen anywhere. */
const ACCEPTED_UNSEEN_MS = 2000

export function openSession(options: SessionOptions): Session {
  const { keep, newId, window = { kind: "page" }, cameBack = false } = options
  const shell = createShell(window, (ask) => client.askShell(ask))
  const home = window.kind === "chat" ? ({ agentId: window.agentId, cause: cameBack ? "rejoin" : "navigate" } as const) : null
  const go = createNavigation(keep, {
    beyond: shell.beyond,
    home,
    room: () => panesThatFit(globalThis.innerWidth ?? Number.POSITIVE_INFINITY, textScale(replica.world.getState().world)),
    onWay: () => screen.setState({ overlay: null }),
  })
  const screen = createStore<ScreenState>(() => ({
    line: { kind: "connecting" },
    overlay: null,
    panels: readPanels(keep),
    isInspectorOver: false,
    lookAt: null,
    sought: null,
    view: home ? "chat" : "overview",
    agentId: go.view.getState().selected,
    last: go.last(),
    unfolded: null,
    remark: cameBack ? { text: "The window restarted. Agents kept working.", tone: "quiet" } : null,
    offer: null,
  }))
  // Declared before the line opens, which it may do at once.
  let presence: ReturnType<typeof createPresence> | null = null
  const client = createWireClient({
    transport: options.transport,
    onState: (line) => {
      screen.setState({ line })
      if (line.kind === "open") presence?.connected()
    },
    onShell: shell.told,
    onUnreadable: (why) => screen.setState({ remark: problem(`Kibitz received ${why} and ignored it.`) }),
  })
  const outbox = createOutbox(keep, options.rootAgent)
  const replica = createReplica(client, outbox, createPace(pageScreen()))
  const say = (text: string) => screen.setState({ remark: problem(text) })
  go.view.subscribe((now, before) => {
    const talking = talkingTo(now)
    const place = { view: talking === null ? "overview" : "chat", agentId: talking ?? now.selected, last: go.last() } as const
    // What was said there, and lay beside it, belongs to the place before.
    const isElsewhere = now.panes !== before.panes || now.focused !== before.focused
    screen.setState({ ...place, ...(isElsewhere ? { remark: null, isInspectorOver: false } : {}) })
  })
  presence = createPresence({ dispatch: client.dispatch, go, world: replica.world, isForOne: home !== null, say })
  if (screen.getState().line.kind === "open") presence.connected()
  replica.world.subscribe(({ app }, before) => {
    if (app !== before.app) stopClockAt(app?.readOnly?.at ?? null)
  })
  openKnockedTabs(replica.world, go.openTab)
  const { spawn, spawnBy, leaveAll } = presence

  const closed = () => closedWhy(replica.world.getState().app?.readOnly)
  const refuses = (action: ActionId) => (actionOf(action).changes ? closed() : null)
  const refuse = (action: ActionId) => {
    const why = refuses(action)
    if (why !== null) remark(why, "quiet")
    return why !== null
  }

  async function askQuietly(command: ClientCommandInput, card?: AnsweredCard): Promise<Outcome> {
    const looks = closed() === null ? null : looksOf(command)
    if (looks) return { accepted: true, seq: replica.look(looks) }
    if (card) desk.answering(card.items)
    const outcome = await client.dispatch(command, card)
    if (card && !outcome.accepted) desk.answering(card.items, false)
    return outcome
  }

  async function ask(command: ClientCommandInput, card?: AnsweredCard): Promise<Outcome> {
    const outcome = await askQuietly(command, card)
    screen.setState({ remark: outcome.accepted ? null : problem(outcome.rejection.message) })
    return outcome
  }

  async function deliver(messageId: MessageId): Promise<string | null> {
    const unsent = outbox.store.getState().find((one) => one.messageId === messageId)
    if (!unsent) return null
    const { agentId, text, delivery } = unsent
    const outcome = await client.dispatch({ type: "message.send", agentId, messageId, text, delivery })
    if (!outcome.accepted) {
      outbox.refuse(messageId, outcome.rejection.message)
      return outcome.rejection.message
    }
    // The journal's own line replaces it at once; this is for a message that was taken long ago and lies on an older page.
    setTimeout(() => outbox.remove(new Set([messageId])), ACCEPTED_UNSEEN_MS)
    return null
  }

  for (const { messageId } of outbox.store.getState()) void deliver(messageId)

  const desk = createDesk({ keep, pinned: () => new Set(go.view.getState().slots.map(({ agentId }) => agentId)) })
  replica.world.subscribe(({ world }, { world: before }) => {
    if (!world || world.attention === before?.attention) return
    desk.halfAnswers.dropSettled(world.attention)
    // What is put off and wakes again is not what the user has just gone to: it would move what is under their hand.
    const { unfolded } = screen.getState()
    if (before && isAwake(before.attention, unfolded) && !isAwake(world.attention, unfolded)) unfold(null)
  })
  // Whoever comes to a chat has its open card before them, however they came: by tab, by slot, on the map.
  go.view.subscribe((view, before) => {
    const talking = talkingTo(view)
    if (talking === null || talking === talkingTo(before)) return
    // After the one who leads there has said which card is meant.
    queueMicrotask(() => {
      const { world } = replica.world.getState()
      if (world) desk.visit(waitingOf(desk.order(world), talking, screen.getState().unfolded).map(({ id }) => id))
    })
  })
  const show = (overlay: Overlay | null) => screen.setState({ overlay, remark: null })
  const showPanels = (change: Partial<FramePanels>) => {
    const panels = { ...screen.getState().panels, ...change }
    screen.setState({ panels })
    keepPanels(keep, panels)
  }
  const unfold = (unfolded: Unfolded) => screen.setState({ unfolded })
  const remark = (text: string | null, tone: RemarkTone = "problem") =>
    screen.setState({ remark: text === null ? null : { text, tone } })

  return {
    replica,
    outbox,
    screen,
    go,
    commands: createCommandRegistry(refuse),
    walk: attentionWalk({ replica, desk, go, show, unfold, remark }, cardEntrance()),
    keep,
    shell,
    desk,
    closed,
    refuses,
    refuse,
    ask,
    askQuietly,
    audit: (filter, before, limit) => readAuditPage(client, filter, before, limit),
    cost: (hours) => readCost(client, hours),
    send: (agentId, text, delivery) => {
      // What could never be sent is not kept as unsent either.
      if (replica.world.getState().app?.readOnly)
        return askQuietly({ type: "message.send", agentId, text, delivery }).then(refusalOf)
      const messageId = newId() as MessageId
      outbox.add({ agentId, messageId, text, delivery, refusal: null })
      return deliver(messageId)
    },
    sendAgain: (messageId) => {
      outbox.refuse(messageId, null)
      void deliver(messageId)
    },
    discard: (messageId) => outbox.remove(new Set([messageId])),
    restart: (agentId) => {
      const retry = () => void ask({ type: "turn.retry", agentId })
      void ask({ type: "turn.interrupt", agentId }).then((outcome) => {
        if (outcome.accepted) whenIdle(replica, agentId, retry)
      })
    },
    reconnect: client.reconnect,
    show,
    showPanels,
    showInspector: (inspector) => {
      showPanels({ inspector })
      screen.setState({ isInspectorOver: inspector })
    },
    lookAt: (agentId) => {
      go.select(agentId)
      go.show({ kind: "map" })
      screen.setState({ lookAt: { agentId }, overlay: null })
    },
    open: (agentId, cause) => {
      go.to(agentId, cause)
      screen.setState({ overlay: null, remark: null })
    },
    seek: (agentId, text, key) => {
      // In another window it comes forward as it is.
      if (go.to(agentId)) screen.setState({ sought: { agentId, text, key } })
    },
    spawn,
    spawnBy,
    leave: go.zoomOut,
    leaveAll,
    goBack: () => void go.back(),
    select: go.select,
    unfold,
    remark,
  }
}

function refusalOf(outcome: Outcome): string | null {
  return outcome.accepted ? null : outcome.rejection.message
}

function problem(text: string): Remark {
  return { text, tone: "problem" }
}

function whenIdle(replica: Replica, agentId: AgentId, then: () => void): void {
  const isIdle = () => {
    const { world } = replica.world.getState()
    return !(world && findAgent(world, agentId)?.turn)
  }
  until(replica.world, () => {
    if (!isIdle()) return false
    then()
    return true
  })
}
