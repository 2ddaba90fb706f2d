// Owns: putting the world and the supervisor together, for any shell, and taking them apart in reverse. Nothing else constructs a
// service, and no module holds an instance.
import { join } from "node:path"
import { fileTools, workspaceFiles } from "@kibitz/adapters/files"
import { gitTools, gitWorkspaces } from "@kibitz/adapters/git"
import { endLeftovers, shellTools, systemSandbox } from "@kibitz/adapters/shell"
import { sqliteJournal, sweepCopies } from "@kibitz/adapters/sqlite"
import {
  auditKey,
  describeUnwritable,
  fileDrafts,
  fileLog,
  fileReserve,
  isFull,
  plainFileSecrets,
  prepareDataDir,
  systemChance,
  systemClock,
  systemIds,
  systemProcessors,
} from "@kibitz/adapters/system"
import { jsonSearch, type SearchProvider, webTools } from "@kibitz/adapters/web"
import { type ClientCommand, type HostCommand, isHostCommand, type Surface, toInstant, type WireMessage } from "@kibitz/contract"
import type { Origin } from "@kibitz/domain"
import { type Notifier, type Sandbox, type Secrets, StorageFailure } from "@kibitz/ports"
import { type Outcome, startEngine } from "@kibitz/supervisor"
import { type ConnectionKeeper, type Credentials, concernsConnection, keepConnection } from "./credentials.ts"
import { watchDisk } from "./disk.ts"
import { findFilesIn } from "./find-files.ts"
import { type Gateway, type HostConnection, openGateway, type ShellDoor } from "./gateway.ts"
import { type Holder, noteIn } from "./holder.ts"
import { lazyModel } from "./lazy-model.ts"
import { type Machine, watchMachine } from "./machine.ts"
import { receiveVisitors } from "./presence.ts"
import { openReadOnly } from "./read-only.ts"
import { routeTools } from "./route-tools.ts"
import { readSeed } from "./seed/plan.ts"
import { checkGround, seededIds, sow } from "./seed/sow.ts"
import { factTeller, type ShellFacts } from "./shell-facts.ts"
import { twoModels } from "./two-models.ts"

export type HostOptions = {
  /** Made and kept at 0700; holds the journal, drafts and log. */
  readonly dataDir: string
  /** The project folder: the workspace of every agent that was given no other. */
  readonly workspace: string
  readonly resourcesDir: string
  readonly version: string
  /** Only ANTHROPIC_API_KEY and KIBITZ_REHEARSAL_PACE are read: nothing else from outside may redirect a key or a model (T18). */
  readonly environment: Readonly<Record<string, string | undefined>>
  /** The desktop hands in the system's keychain. Left out, a key can be kept as plain text, after the user has said yes to that. */
  readonly secrets?: Secrets
  /** Left out: what this system has. */
  readonly sandbox?: Sandbox
  /** Left out, nobody is reached outside of the app. */
  readonly notifier?: Notifier
  /** From its abort on the rehearsal plays without pauses: a test need not wait for the end of a long answer. */
  readonly hurryRehearsal?: AbortSignal
  /** How much of the disk is set aside for when it is full. Left out: what is sensible. */
  readonly reserveBytes?: number
  /** `<agents>,<depth>,<streams>[,<others>]`: an invented team, in rehearsal and in an empty data folder only (docs/seed.md). */
  readonly seed?: string
}

export type Host = {
  /** `shell`: the program around that client, where there is one. */
  connect(surface: Surface, send: (message: WireMessage) => void, shell?: ShellDoor): HostConnection
  /** For what a shell shows by the system's own means. Ends with the function it gives back. */
  watch(heard: (facts: ShellFacts) => void): () => void
  /** Leaves word beside the journal, for one that finds it locked: which program this is, and where it can be seen. */
  announce(as: Pick<Holder, "program" | "address">): void
  /** It only looks at a project, and nothing is written. */
  readonly isReadOnly: boolean
  /** Why that is, where a newer Kibitz has written something that this one does not know; otherwise null. */
  readonly unknown: string | null
  close(): Promise<void>
}

/** After the first screen has been drawn there is time to load what the first message will need. Whoever is quicker waits for it. */
const WARM_UP_MS = 1_000
/** Nobody waits for what is tidied then. */
const TIDY_MS = 5_000

/** A project that a newer Kibitz has written to is opened read-only. */
export async function openHost(options: HostOptions): Promise<Host> {
  const undo: (() => void | Promise<void>)[] = []
  try {
    return await assemble(options, undo)
  } catch (cause) {
    await unwind(undo)
    if (cause instanceof StorageFailure && cause.kind === "unknown-event") return openReadOnly({ ...options, isHeld: false })
    throw asStartFailure(cause)
  }
}

/** A file that could not be made or written is told as what it means for the start. */
function asStartFailure(cause: unknown): unknown {
  const message = cause instanceof StorageFailure ? null : describeUnwritable(cause)
  return message === null ? cause : new StorageFailure(isFull(cause) ? "full" : "unreachable", message, { cause })
}

async function assemble(options: HostOptions, undo: (() => void | Promise<void>)[]): Promise<Host> {
  const { dataDir, workspace, resourcesDir, environment } = options
  const seed = options.seed === undefined ? null : readSeed(options.seed)
  prepareDataDir(dataDir)
  const log = fileLog(join(dataDir, "kibitz.log"))
  undo.push(() => log.close())
  const clock = systemClock()
  const openedAt = toInstant(clock.now())
  const file = join(dataDir, "kibitz.db")
  const gateways = new Set<Gateway>()
  const disk = watchDisk({
    reserve: fileReserve(join(dataDir, "reserve"), options.reserveBytes),
    clock,
    log,
    changed() {
      if (disk.state() === null) engine.goOn()
      // It cannot be recorded, so it is not among what happens: whoever looks begins anew, and is told.
      for (const gateway of gateways) gateway.renew()
    },
  })
  undo.push(() => disk.close())
  const journal = sqliteJournal({
    file,
    makeRoom: disk.makeRoom,
    migrationsDir: join(resourcesDir, "migrations"),
    auditKey: auditKey(join(dataDir, "audit.key")),
    log,
  })
  undo.push(() => journal.close())
  journal.check()
  const note = noteIn(dataDir)
  let isAnnounced = false
  undo.push(() => {
    if (isAnnounced) note.take()
  })
  const secrets = options.secrets ?? plainFileSecrets(join(dataDir, "provider-key-plain"))
  const environmentKey = environment.ANTHROPIC_API_KEY?.trim() || null
  if (seed) checkGround({ isEmpty: journal.last() === 0, hasProvider: environmentKey !== null || secrets.read() !== null })

  let connection: ConnectionKeeper | null = null
  // Agents that began in a rehearsal stay there: a key that is connected later is never spent on them unasked (ux 1.4).
  let stage: Credentials | null = null
  const model = lazyModel(
    async () => {
      const { anthropicModel } = await import("@kibitz/adapters/anthropic")
      return twoModels(
        anthropicModel({ credentials: () => connection?.current() ?? null, log }),
        anthropicModel({ credentials: () => stage, log }),
      )
    },
    async (request) => {
      await connection?.settled()
      if (request?.rehearsal) stage = (await connection?.rehearsal()) ?? null
    },
  )
  undo.push(() => model.close())
  const sandbox = options.sandbox ?? systemSandbox()
  const hidden = [dataDir]
  const spoolDir = join(dataDir, "spool")
  const runsDir = join(dataDir, "runs")
  const leftovers = await endLeftovers(runsDir).catch((cause: unknown) => {
    log.error("what the last Kibitz left running could not be looked for", cause)
    return []
  })
  for (const one of leftovers) log.warn("ended a command that had outlived the last Kibitz", one)
  const drafts = fileDrafts(join(dataDir, "drafts"))
  undo.push(() => drafts.close())
  const engine = startEngine({
    journal,
    clock,
    ids: seed ? seededIds(systemIds()) : systemIds(),
    chance: systemChance(),
    model,
    tools: routeTools({
      files: fileTools({ closed: hidden, spoolDir }),
      shell: shellTools({
        sandbox,
        hidden,
        spoolDir,
        runsDir,
        // What was judged with a sandbox does not run without one, should it have gone meanwhile.
        knownToBeOff: () => engine.supervisor.world().sandbox.state === "off",
      }),
      git: gitTools({ sandbox, hidden }),
      web: webTools({ search: () => searchProvider(engine.supervisor.world().settings.searchAddress), log }),
    }),
    drafts,
    log,
    project: workspace,
    ...(options.notifier ? { notifier: options.notifier } : {}),
    zone: Temporal.Now.timeZoneId(),
    mayAsk: () => disk.state() === null,
    processors: systemProcessors(),
    leftovers,
    prepare: (what) => machine.prepare(what),
  })
  undo.push(() => engine.stop())

  const { supervisor, channels } = engine
  const files = findFilesIn(workspaceFiles(hidden), supervisor.world, workspace)
  connection = keepConnection({
    supervisor,
    secrets,
    environmentKey,
    log,
    hide: (key) => log.hide(key),
    async startRehearsal() {
      const { startRehearsal } = await import("@kibitz/rehearsal")
      const pace = environment.KIBITZ_REHEARSAL_PACE
      return startRehearsal({
        scenariosDir: join(resourcesDir, "rehearsal"),
        ...(pace === undefined ? {} : { pace: Number(pace) }),
        ...(options.hurryRehearsal === undefined ? {} : { hurry: options.hurryRehearsal }),
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
  const machine: Machine = watchMachine({
    supervisor,
    journal,
    sandbox,
    workspaces: gitWorkspaces({ sandbox, hidden }),
    project: workspace,
    worktreesDir: join(dataDir, "worktrees"),
    clock,
    log,
  })
  undo.push(() => machine.close())
  supervisor.listen((batch) => machine.follow(batch))
  void keeper.refresh()
  await engine.open()
  if (seed) await sow(supervisor, seed)
  const visitors = receiveVisitors(supervisor, clock)
  let closing = false
  undo.push(() => visitors.quit())
  const warmUp = () => {
    void keeper.settled()
    model.warm()
    void machine.probeSandbox()
    void machine.refreshHeads()
    void machine.verifyAudit()
  }
  undo.push(clock.after(WARM_UP_MS, warmUp))
  undo.push(clock.after(TIDY_MS, () => sweepCopies(file)))

  async function dispatch(command: ClientCommand, origin: Origin): Promise<Outcome> {
    // Whoever came in now would not be seen to leave.
    if (closing) return { rejection: { kind: "closing", message: "Kibitz is closing. Nothing was changed." } }
    return isHostCommand(command) ? hostCommand(command) : supervisor.dispatch(command, origin)
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
          return await machine.verifyAudit("all")
        case "workspace.open-worktree":
          return await machine.openWorktree(command)
        case "journal.reload":
          return { rejection: { kind: "unavailable", message: "This Kibitz runs the project: what it shows is always current." } }
      }
    } catch (cause) {
      log.error("a command of the host failed", cause, { command: command.type })
      throw cause
    }
  }

  return {
    connect(surface, send, shell) {
      const facts = { version: options.version, workspace, dataDir, surface }
      const app = () => {
        const fullDisk = disk.state()
        return fullDisk === null ? facts : { ...facts, fullDisk }
      }
      const gone = machine.connected(surface)
      const visitor = visitors.came(surface)
      const origin = { actor: "user", surface, connection: visitor.connection } as const
      const gateway = openGateway({
        channels,
        dispatch: (command, card) => dispatch(command, { ...origin, card }),
        files,
        describe: (snapshot) => (snapshot.kind === "world" ? { ...snapshot, app: app() } : snapshot),
        send,
        shell,
      })
      gateways.add(gateway)
      return {
        ...gateway,
        close(how) {
          gateways.delete(gateway)
          gone()
          visitor.gone(how)
          gateway.close()
        },
      }
    },
    watch(heard) {
      const tell = factTeller(heard)
      tell(supervisor.world())
      return supervisor.listen((_, world) => tell(world))
    },
    announce(as) {
      if (closing) return
      isAnnounced = true
      note.leave({ ...as, since: openedAt })
    },
    isReadOnly: false,
    unknown: null,
    close() {
      closing = true
      return unwind(undo)
    },
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
