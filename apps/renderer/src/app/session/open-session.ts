// Owns: putting together what one open screen holds. Each part is made where its file says.
import type { AgentId } from "@kibitz/contract"
import type { Transport } from "../../kernel/bridge/transport.ts"
import { createWireClient } from "../../kernel/bridge/wire-client.ts"
import { createDesk } from "../../kernel/desk/desk.ts"
import { cardEntrance } from "../../kernel/desk/enter-card.ts"
import { attentionWalk } from "../../kernel/desk/walk.ts"
import type { Keep } from "../../kernel/keep/keep.ts"
import { createCommandRegistry } from "../../kernel/keys/registry.ts"
import { readAuditPage } from "../../kernel/replica/audit-page.ts"
import { readCost } from "../../kernel/replica/cost-report.ts"
import { createOutbox } from "../../kernel/replica/outbox.ts"
import { createPace, pageScreen } from "../../kernel/replica/pace.ts"
import { createReplica, type Replica } from "../../kernel/replica/replica.ts"
import type { Session } from "../../kernel/session/offers.ts"
import { textScale } from "../../kernel/settings/text-size.ts"
import type { ScreenWindow } from "../../kernel/shell/screen-window.ts"
import { createShell } from "../../kernel/shell/shell.ts"
import { stopClockAt } from "../../kernel/ui/clock.ts"
import { createNavigation, panesThatFit } from "../../kernel/view/navigation.ts"
import { createAsks } from "./asks.ts"
import { createFrame } from "./frame.ts"
import { openKnockedTabs } from "./knocked-tabs.ts"
import { createMessages } from "./messages.ts"
import { createPlaces } from "./places.ts"
import { createPresence } from "./presence.ts"
import { createSpawns } from "./spawns.ts"
import { keepDeskInStep } from "./visits.ts"

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

export function openSession(options: SessionOptions): Session {
  const { keep, newId, window = { kind: "page" }, cameBack = false } = options
  const shell = createShell(window, (ask) => client.askShell(ask))
  const home = window.kind === "chat" ? ({ agentId: window.agentId, cause: cameBack ? "rejoin" : "navigate" } as const) : null
  const go = createNavigation(keep, {
    beyond: shell.beyond,
    home,
    room: () => panesThatFit(globalThis.innerWidth ?? Number.POSITIVE_INFINITY, textScale(replica.world.getState().world)),
    onWay: () => frame.screen.setState({ overlay: null }),
  })
  const frame = createFrame(keep, go, {
    view: home ? "chat" : "overview",
    remark: cameBack ? { text: "The window restarted. Agents kept working.", tone: "quiet" } : null,
  })
  const { screen, remark } = frame
  // Declared before the line opens, which it may do at once.
  let presence: ReturnType<typeof createPresence> | null = null
  const client = createWireClient({
    transport: options.transport,
    onState: (line) => {
      screen.setState({ line })
      if (line.kind === "open") presence?.connected()
    },
    onShell: shell.told,
    onUnreadable: (why) => remark(`Kibitz received ${why} and ignored it.`),
  })
  const outbox = createOutbox(keep, options.rootAgent)
  const replica = createReplica(client, outbox, createPace(pageScreen()))
  const { dispatch } = client
  presence = createPresence({ dispatch, go, world: replica.world, say: remark })
  if (screen.getState().line.kind === "open") presence.connected()
  stopClockWhereReadOnly(replica)
  openKnockedTabs(replica.world, go.openTab)

  const desk = createDesk({ keep, pinned: () => new Set(go.view.getState().slots.map(({ agentId }) => agentId)) })
  const asks = createAsks({ client, replica, desk, remark })
  const messages = createMessages({ outbox, dispatch, newId, ...asks })
  keepDeskInStep({ replica, desk, go, ...frame })
  return {
    replica,
    keep,
    shell,
    commands: createCommandRegistry(asks.refuse),
    desk,
    walk: attentionWalk({ replica, desk, go, ...frame }, cardEntrance()),
    ...asks,
    audit: (filter, before, limit) => readAuditPage(client, filter, before, limit),
    cost: (hours) => readCost(client, hours),
    ...messages,
    ...frame,
    ...createPlaces({ go, screen, leaveAll: presence.leaveAll }),
    ...createSpawns({ dispatch, go, world: replica.world, newId, isForOne: home !== null, remark }),
  }
}

/** Where a project is only looked at, time stands still. */
function stopClockWhereReadOnly(replica: Replica): void {
  replica.world.subscribe(({ app }, before) => {
    if (app !== before.app) stopClockAt(app?.readOnly?.at ?? null)
  })
}
