// Owns: putting the world and the supervisor together, for any shell, and taking them apart in reverse. Nothing else constructs a
// service, and no module holds an instance.
import { basename, join } from "node:path"
import { fileTools } from "@kibitz/adapters/files"
import { sqliteJournal } from "@kibitz/adapters/sqlite"
import {
  fileDrafts,
  fileLog,
  plainFileSecrets,
  prepareDataDir,
  systemChance,
  systemClock,
  systemIds,
} from "@kibitz/adapters/system"
import type { ClientCommand, WireMessage } from "@kibitz/contract"
import type { Secrets } from "@kibitz/ports"
import { type Outcome, startEngine } from "@kibitz/supervisor"
import { type ConnectionKeeper, concernsConnection, keepConnection } from "./credentials.ts"
import { type HostConnection, openGateway, type Surface } from "./gateway.ts"
import { lazyModel } from "./lazy-model.ts"

export type HostOptions = {
  /** Made and kept at 0700; holds the journal, drafts and log. */
  readonly dataDir: string
  /** The project folder agents work in. */
  readonly workspace: string
  readonly resourcesDir: string
  readonly version: string
  /** Only ANTHROPIC_API_KEY and KIBITZ_REHEARSAL_PACE are read: nothing else from outside may redirect a key or a model (T18). */
  readonly environment: Readonly<Record<string, string | undefined>>
  /** The desktop hands in the system's keychain. Left out, a key can be kept as plain text, after the user has said yes to that. */
  readonly secrets?: Secrets
}

export type Host = {
  connect(surface: Surface, send: (message: WireMessage) => void): HostConnection
  close(): Promise<void>
}

/** After the first screen has been drawn there is time to load what the first message will need. */
const WARM_UP_MS = 400

export async function openHost(options: HostOptions): Promise<Host> {
  const undo: (() => void | Promise<void>)[] = []
  try {
    return await assemble(options, undo)
  } catch (cause) {
    await unwind(undo)
    throw cause
  }
}

async function assemble(options: HostOptions, undo: (() => void | Promise<void>)[]): Promise<Host> {
  const { dataDir, workspace, resourcesDir, environment } = options
  prepareDataDir(dataDir)
  const log = fileLog(join(dataDir, "kibitz.log"))
  undo.push(() => log.close())
  const clock = systemClock()
  const journal = sqliteJournal({ file: join(dataDir, "kibitz.db"), migrationsDir: join(resourcesDir, "migrations"), log })
  undo.push(() => journal.close())

  let connection: ConnectionKeeper | null = null
  const model = lazyModel(
    async () => {
      const { anthropicModel } = await import("@kibitz/adapters/anthropic")
      return anthropicModel({ credentials: () => connection?.current() ?? null, log })
    },
    async () => connection?.settled(),
  )
  undo.push(() => model.close())
  const drafts = fileDrafts(join(dataDir, "drafts"))
  undo.push(() => drafts.close())
  const engine = startEngine({
    journal,
    clock,
    ids: systemIds(),
    chance: systemChance(),
    model,
    tools: fileTools({ closed: [dataDir] }),
    drafts,
    log,
    workspace,
    workspaceName: basename(workspace),
  })
  undo.push(() => engine.stop())

  const { supervisor, channels } = engine
  connection = keepConnection({
    supervisor,
    secrets: options.secrets ?? plainFileSecrets(join(dataDir, "provider-key-plain")),
    environmentKey: environment.ANTHROPIC_API_KEY?.trim() || null,
    log,
    hide: (key) => log.hide(key),
    async startRehearsal() {
      const { startRehearsal } = await import("@kibitz/rehearsal")
      const pace = environment.KIBITZ_REHEARSAL_PACE
      return startRehearsal({
        scenariosDir: join(resourcesDir, "rehearsal"),
        ...(pace === undefined ? {} : { pace: Number(pace) }),
      })
    },
  })
  const keeper = connection
  undo.push(() => keeper.close())

  let settings = supervisor.world().settings
  supervisor.listen((_, world) => {
    const before = settings
    settings = world.settings
    if (concernsConnection(before, settings)) void keeper.refresh()
  })
  void keeper.refresh()
  await engine.open()
  undo.push(clock.after(WARM_UP_MS, () => model.warm()))

  async function dispatch(command: ClientCommand): Promise<Outcome> {
    if (command.type !== "key.offer" && command.type !== "key.forget") return supervisor.dispatch(command)
    try {
      return await (command.type === "key.offer" ? keeper.offerKey(command) : keeper.forgetKey())
    } catch (cause) {
      log.error("the key could not be changed", cause)
      throw cause
    }
  }

  return {
    connect(surface, send) {
      const app = { version: options.version, workspace, surface }
      return openGateway({
        channels,
        dispatch,
        describe: (snapshot) => (snapshot.kind === "world" ? { ...snapshot, app } : snapshot),
        send,
      })
    },
    close: () => unwind(undo),
  }
}

/** Every step is taken, whatever became of the ones before: a journal left open would lock the next start out. */
async function unwind(undo: (() => void | Promise<void>)[]): Promise<void> {
  const failures: unknown[] = []
  for (let step = undo.pop(); step; step = undo.pop()) {
    try {
      await step()
    } catch (cause) {
      failures.push(cause)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, "Kibitz did not close cleanly.")
}
