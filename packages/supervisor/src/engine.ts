// Owns: putting the supervisor, its reactors and its channels together, in the order in which they see what was committed.
import { jakeId } from "@kibitz/contract"
import type { Chance, Clock, Drafts, Ids, Journal, Log, Model, Tools } from "@kibitz/ports"
import { openHistories } from "./history/histories.ts"
import { type Channels, openChannels } from "./publish/channels.ts"
import { liveBoard } from "./publish/live.ts"
import { checkConnection } from "./reactors/check-connection.ts"
import { rateLimit } from "./reactors/rate-limit.ts"
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
  const calls = runCalls({ ...needs, report })
  const checks = checkConnection(model, report)

  // Screens first: they hear of a finished reply before the live text it replaces is dropped.
  const channels = openChannels(supervisor, journal, live)
  supervisor.listen((batch, world) => {
    if (batch.some(({ event }) => event.type === "connection.changed" || event.type === "settings.changed")) limit.clear()
    histories.follow(batch)
    calls.follow(batch, world)
    turns.follow(batch, world)
    checks.follow(batch)
  })

  return {
    supervisor,
    channels,
    async open() {
      await supervisor.dispatch({ type: "agent.found", agentId: jakeId, name: "Jake" })
      await recoverTurns(supervisor, drafts)
    },
    stop() {
      live.stop()
      turns.stop()
      calls.stop()
      checks.stop()
      supervisor.stop()
    },
  }
}
