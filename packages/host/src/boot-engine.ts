// Owns: starting the engine over the tools, the sandbox and the drafts of this machine.
import { join } from "node:path"
import { fileTools } from "@kibitz/adapters/files"
import { gitTools } from "@kibitz/adapters/git"
import { endLeftovers, shellTools } from "@kibitz/adapters/shell"
import { fileDrafts, systemChance, systemIds, systemProcessors } from "@kibitz/adapters/system"
import { jsonSearch, type SearchProvider, webTools } from "@kibitz/adapters/web"
import type { Leftover, World } from "@kibitz/contract"
import type { Look } from "@kibitz/domain"
import type { Clock, Log, Model, Sandbox, Tools } from "@kibitz/ports"
import { type Engine, startEngine } from "@kibitz/supervisor"
import type { HostOptions } from "./host.ts"
import { routeTools } from "./route-tools.ts"
import { seededIds } from "./seed/sow.ts"
import type { Storage } from "./storage.ts"
import type { Undo } from "./undo.ts"

export type EngineNeeds = {
  readonly options: HostOptions
  readonly clock: Clock
  readonly storage: Storage
  readonly model: Model
  readonly sandbox: Sandbox
  /** Folders that no tool may see. */
  readonly hidden: readonly string[]
  /** An invented team will be sown: its ids are the same each time. */
  readonly isSeeded: boolean
  /** What a command has to have looked at before it is decided. */
  readonly prepare: (what: Look) => Promise<void>
}

export type Booted = {
  readonly engine: Engine
  /** What the last Kibitz had left running; it has been ended. */
  readonly leftovers: readonly Leftover[]
}

export async function bootEngine(needs: EngineNeeds, undo: Undo): Promise<Booted> {
  const { options, clock, storage, model } = needs
  const { log, journal, disk } = storage
  const runsDir = join(options.dataDir, "runs")
  const drafts = fileDrafts(join(options.dataDir, "drafts"))
  undo.add(() => drafts.close())
  const engine: Engine = startEngine({
    journal,
    clock,
    ids: needs.isSeeded ? seededIds(systemIds()) : systemIds(),
    chance: systemChance(),
    model,
    tools: toolsFor(needs, runsDir, () => engine.supervisor.world()),
    drafts,
    log,
    project: options.workspace,
    ...(options.notifier ? { notifier: options.notifier } : {}),
    zone: Temporal.Now.timeZoneId(),
    mayAsk: () => disk.state() === null,
    processors: systemProcessors(),
    prepare: needs.prepare,
  })
  undo.add(() => engine.stop())
  // Only now: the journal has been folded, so this Kibitz may work in the project and change something on the machine (ADR 19).
  return { engine, leftovers: await findLeftovers(runsDir, log) }
}

/** Ends what the last Kibitz left running. */
async function findLeftovers(runsDir: string, log: Log): Promise<readonly Leftover[]> {
  const leftovers = await endLeftovers(runsDir).catch((cause: unknown) => {
    log.error("what the last Kibitz left running could not be looked for", cause)
    return []
  })
  for (const one of leftovers) log.warn("ended a command that had outlived the last Kibitz", one)
  return leftovers
}

function toolsFor({ options, storage, sandbox, hidden }: EngineNeeds, runsDir: string, world: () => World): Tools {
  const spoolDir = join(options.dataDir, "spool")
  return routeTools({
    files: fileTools({ closed: hidden, spoolDir }),
    shell: shellTools({
      sandbox,
      hidden,
      spoolDir,
      runsDir,
      // What was judged with a sandbox does not run without one, should it have gone meanwhile.
      knownToBeOff: () => world().sandbox.state === "off",
    }),
    git: gitTools({ sandbox, hidden }),
    web: webTools({ search: () => searchProvider(world().settings.searchAddress), log: storage.log }),
  })
}

function searchProvider(address: string | null): SearchProvider | null {
  return address === null ? null : jsonSearch({ address })
}
