// Owns: putting the supervisor, its reactors and its channels together, in the order in which they see what was committed.
import { fromInstant, jakeId, type World } from "@kibitz/contract"
import { allAgents } from "@kibitz/domain"
import type { Chance, Clock, Drafts, Ids, Journal, Log, Model, Tools } from "@kibitz/ports"
import { openHistories } from "./history/histories.ts"
import { type Channels, openChannels } from "./publish/channels.ts"
import { liveBoard } from "./publish/live.ts"
import { checkConnection } from "./reactors/check-connection.ts"
import { expireItems } from "./reactors/expire.ts"
import { type RateLimit, rateLimit } from "./reactors/rate-limit.ts"
import { reporter } from "./reactors/report.ts"
import { runCalls } from "./reactors/run-calls.ts"
import { runTurns } from "./reactors/run-turns.ts"
import { recoverTurns } from "./recovery/recover.ts"
import { type Supervisor, startSupervisor } from "./supervisor.ts"

export type EngineNeeds = {
  readonly journal: Journal
  readonly clock: Clock
  readonly ids: Ids
  readonly chance: Chance
  readonly model: Model
  readonly tools: Tools
  readonly drafts: Drafts
  readonly log: Log
  /** Absolute path of the project folder, and the name agents know it by. */
  readonly workspace: string
  readonly workspaceName: string
}

export type Engine = {
  readonly supervisor: Supervisor
  readonly channels: Channels
  /** Founds Jake on the first start and goes on with what was in flight. */
  open(): Promise<void>
  /** Cuts streams and tools, keeps drafts, saves the world. The journal stays open: it is the host's. */
  stop(): void
}

export function startEngine(needs: EngineNeeds): Engine {
  const { journal, clock, log, drafts, model } = needs
  const supervisor = startSupervisor(needs)
  const live = liveBoard(clock, drafts)
  const histories = openHistories(journal)
  const limit = rateLimit(clock)
  const report = reporter(supervisor, clock, log)
  const turns = runTurns({ ...needs, supervisor, live, histories, limit, report })
  const calls = runCalls({ ...needs, report, note: supervisor.note })
  const checks = checkConnection(model, report)
  const expiry = expireItems(clock, report)

  // Screens first: they hear of a finished reply before the live text it replaces is dropped.
  const channels = openChannels(supervisor, journal, live)
  supervisor.heed((batch, world) => {
    if (askedAnew(connectionOf(world))) limit.clear()
    histories.follow(batch)
    calls.follow(batch, world)
    turns.follow(batch, world)
    checks.follow(batch)
    expiry.follow(batch, world)
  })

  let knownConnection = connectionOf(supervisor.world())
  function askedAnew(connection: string): boolean {
    const changed = connection !== knownConnection
    knownConnection = connection
    return changed
  }

  return {
    supervisor,
    channels,
    async open() {
      holdAsAgreed(supervisor.world(), limit, clock)
      await supervisor.dispatch({ type: "agent.found", agentId: jakeId, name: "Jake" })
      await supervisor.dispatch({ type: "session.begin" })
      await supervisor.dispatch({ type: "surfaces.record", surfaces: [] })
      await recoverTurns(supervisor, drafts)
      expiry.follow([], supervisor.world())
    },
    stop() {
      live.stop()
      turns.stop()
      calls.stop()
      checks.stop()
      expiry.stop()
      supervisor.stop()
    },
  }
}

/** Who is asked, and on whose account: what a provider wanted of one does not bind another. */
function connectionOf({ connection, settings }: World): string {
  return [connection.using, connection.keySource, connection.keyHint, settings.baseUrl].join(" ")
}

/** A wait that a provider asked for before the app was closed still holds (A1). */
function holdAsAgreed(world: World, limit: RateLimit, clock: Clock): void {
  for (const { turn } of allAgents(world)) {
    if (turn?.status.kind !== "delayed" || turn.status.failure.kind !== "rate_limited") continue
    limit.hold(Math.max(0, clock.now().until(fromInstant(turn.status.until)).total("milliseconds")))
  }
}
