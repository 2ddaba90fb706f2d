// Owns: putting the world and the supervisor together, for any shell, and taking them apart in reverse. Nothing else constructs a
// service, and no module holds an instance.
import { basename, join } from "node:path"
import { fileTools } from "@kibitz/adapters/files"
import { gitTools, gitWorkspace } from "@kibitz/adapters/git"
import { shellTools, systemSandbox } from "@kibitz/adapters/shell"
import { sqliteJournal } from "@kibitz/adapters/sqlite"
import {
  auditKey,
  fileDrafts,
  fileLog,
  plainFileSecrets,
  prepareDataDir,
  systemChance,
  systemClock,
  systemIds,
} from "@kibitz/adapters/system"
import { jsonSearch, type SearchProvider, webTools } from "@kibitz/adapters/web"
import type { ClientCommand, HostCommand, Surface, WireMessage } from "@kibitz/contract"
import { findAgent, readSlash } from "@kibitz/domain"
import type { Sandbox, Secrets } from "@kibitz/ports"
import { type Outcome, startEngine } from "@kibitz/supervisor"
import { type ConnectionKeeper, concernsConnection, keepConnection } from "./credentials.ts"
import { type HostConnection, openGateway } from "./gateway.ts"
import { lazyModel } from "./lazy-model.ts"
import { watchMachine } from "./machine.ts"
import { routeTools } from "./route-tools.ts"

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
  /** Left out: what this system has. */
  readonly sandbox?: Sandbox
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
  const journal = sqliteJournal({
    file: join(dataDir, "kibitz.db"),
    migrationsDir: join(resourcesDir, "migrations"),
    auditKey: auditKey(join(dataDir, "audit.key")),
    log,
  })
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
  const sandbox = options.sandbox ?? systemSandbox()
  const hidden = [dataDir]
  const spoolDir = join(dataDir, "spool")
  const drafts = fileDrafts(join(dataDir, "drafts"))
  undo.push(() => drafts.close())
  const engine = startEngine({
    journal,
    clock,
    ids: systemIds(),
    chance: systemChance(),
    model,
    tools: routeTools({
      files: fileTools({ closed: hidden, spoolDir }),
      shell: shellTools({
        sandbox,
        hidden,
        spoolDir,
        // What was judged with a sandbox does not run without one, should it have gone meanwhile.
        knownToBeOff: () => engine.supervisor.world().sandbox.state === "off",
      }),
      git: gitTools({ sandbox, hidden }),
      web: webTools({ search: () => searchProvider(engine.supervisor.world().settings.searchAddress), log }),
    }),
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
  const machine = watchMachine({ supervisor, journal, sandbox, workspace: gitWorkspace({ workspace }), clock, log })
  undo.push(() => machine.close())
  supervisor.listen((batch) => machine.follow(batch))
  void keeper.refresh()
  await engine.open()
  const warmUp = () => {
    model.warm()
    void machine.probeSandbox()
    void machine.refreshHead()
    void machine.verifyAudit()
  }
  undo.push(clock.after(WARM_UP_MS, warmUp))

  async function dispatch(command: ClientCommand, surface: Surface): Promise<Outcome> {
    const origin = { actor: "user", surface } as const
    switch (command.type) {
      case "key.offer":
      case "key.forget":
      case "sandbox.probe":
      case "audit.verify":
        return hostCommand(command)
      case "approval.answer":
      case "approval.arm":
        await machine.refreshHead()
        return supervisor.dispatch(command, origin)
      case "slash.run": {
        const agent = findAgent(supervisor.world(), command.agentId)
        const read = agent && readSlash(command.line, supervisor.world(), agent)
        if (!read?.ok || read.effect.kind !== "host") return supervisor.dispatch(command, origin)
        for (const type of read.effect.commands) await hostCommand({ type })
        return supervisor.dispatch({ ...command, line: "/doctor" }, origin)
      }
      default:
        return supervisor.dispatch(command, origin)
    }
  }

  async function hostCommand(command: HostCommand): Promise<Outcome> {
    try {
      switch (command.type) {
        case "key.offer":
          return await keeper.offerKey(command)
        case "key.forget":
          return await keeper.forgetKey()
        case "sandbox.probe":
          return await machine.probeSandbox()
        case "audit.verify":
          return await machine.verifyAudit()
      }
    } catch (cause) {
      log.error("a command of the host failed", cause, { command: command.type })
      throw cause
    }
  }

  return {
    connect(surface, send) {
      const app = { version: options.version, workspace, surface }
      const gone = machine.connected(surface)
      const gateway = openGateway({
        channels,
        dispatch: (command) => dispatch(command, surface),
        describe: (snapshot) => (snapshot.kind === "world" ? { ...snapshot, app } : snapshot),
        send,
      })
      return {
        ...gateway,
        close() {
          gone()
          gateway.close()
        },
      }
    },
    close: () => unwind(undo),
  }
}

function searchProvider(address: string | null): SearchProvider | null {
  return address === null ? null : jsonSearch({ address })
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
