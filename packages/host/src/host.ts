// Owns: the order in which the parts of a running Kibitz are opened, for any shell, and closed in reverse. No module holds an instance.
import { join } from "node:path"
import { workspaceFiles } from "@kibitz/adapters/files"
import { gitWorkspaces } from "@kibitz/adapters/git"
import { systemSandbox } from "@kibitz/adapters/shell"
import { sweepCopies } from "@kibitz/adapters/sqlite"
import { describeUnwritable, isFull, plainFileSecrets, systemClock } from "@kibitz/adapters/system"
import type { Surface, WireMessage } from "@kibitz/contract"
import type { Look } from "@kibitz/domain"
import { type Notifier, type Sandbox, type Secrets, StorageFailure } from "@kibitz/ports"
import type { Rehearsal } from "@kibitz/rehearsal"
import type { Supervisor } from "@kibitz/supervisor"
import { bootEngine } from "./boot-engine.ts"
import { OpenGateways } from "./clients.ts"
import { type ConnectionKeeper, concernsConnection, keepConnection } from "./credentials.ts"
import { findFilesIn } from "./find-files.ts"
import type { HostConnection, ShellDoor } from "./gateway.ts"
import type { Holder } from "./holder.ts"
import { HostModel } from "./host-model.ts"
import type { LazyModel } from "./lazy-model.ts"
import { type Machine, watchMachine } from "./machine.ts"
import { receiveVisitors } from "./presence.ts"
import { openReadOnly } from "./read-only.ts"
import { runningHost } from "./running-host.ts"
import { readSeed } from "./seed/plan.ts"
import { checkGround, sow } from "./seed/sow.ts"
import type { ShellFacts } from "./shell-facts.ts"
import { openStorage } from "./storage.ts"
import { Undo } from "./undo.ts"

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

/** By then the first screen is drawn, and there is time to load what the first message will need. A user who is quicker waits for it. */
const WARM_UP_MS = 1_000
/** Nobody waits for what is tidied then. */
const TIDY_MS = 5_000

/** A project that a newer Kibitz has written to is opened read-only. */
export async function openHost(options: HostOptions): Promise<Host> {
  const undo = new Undo()
  try {
    return await assemble(options, undo)
  } catch (cause) {
    await undo.all()
    if (cause instanceof StorageFailure && cause.kind === "unknown-event") return openReadOnly({ ...options, isHeld: false })
    throw asStartFailure(cause)
  }
}

/** A file that could not be made or written is told as what it means for the start. */
function asStartFailure(cause: unknown): unknown {
  const message = cause instanceof StorageFailure ? null : describeUnwritable(cause)
  return message === null ? cause : new StorageFailure(isFull(cause) ? "full" : "unreachable", message, { cause })
}

/** Each part adds to `undo` how it is closed, right after it was opened. */
async function assemble(options: HostOptions, undo: Undo): Promise<Host> {
  const { dataDir, workspace } = options
  const seed = options.seed === undefined ? null : readSeed(options.seed)
  const clock = systemClock()
  const gateways = new OpenGateways()
  const storage = openStorage(options, clock, diskChanged, undo)
  const { log, journal } = storage
  const { secrets, environmentKey } = keysOf(options)
  if (seed) checkGround({ isEmpty: journal.last() === 0, hasProvider: environmentKey !== null || secrets.read() !== null })
  const hostModel = new HostModel(log)
  const { model } = hostModel
  undo.add(() => model.close())
  const sandbox = options.sandbox ?? systemSandbox()
  const hidden = [dataDir]
  const prepare = (what: Look) => machine.look(what)
  const isSeeded = seed !== null
  const { engine, leftovers } = await bootEngine({ options, clock, storage, model, sandbox, hidden, isSeeded, prepare }, undo)
  const { supervisor, channels } = engine
  const connection = keepConnection({
    supervisor,
    secrets,
    environmentKey,
    log,
    hide: (key) => log.hide(key),
    startRehearsal: rehearsalFor(options),
  })
  hostModel.answerFrom(connection)
  undo.add(() => connection.close())
  refreshWithSettings(supervisor, connection)
  const workspaces = gitWorkspaces({ sandbox, hidden })
  const worktreesDir = join(dataDir, "worktrees")
  const machine: Machine = watchMachine({
    supervisor,
    journal,
    sandbox,
    workspaces,
    project: workspace,
    worktreesDir,
    clock,
    log,
  })
  undo.add(() => machine.close())
  supervisor.listen(machine.follow)
  void connection.refresh()
  await engine.open(leftovers)
  if (seed) await sow(supervisor, seed)
  const visitors = receiveVisitors(supervisor, clock)
  undo.add(() => visitors.quit())
  undo.add(clock.after(WARM_UP_MS, () => warmUp(connection, model, machine)))
  undo.add(clock.after(TIDY_MS, () => sweepCopies(storage.file)))
  const files = findFilesIn(workspaceFiles(hidden), supervisor.world, workspace)
  return runningHost({ options, gateways, storage, supervisor, channels, files, connection, machine, visitors }, undo)

  function diskChanged(hasRoom: boolean): void {
    if (hasRoom) engine.goOn()
    // It cannot be recorded, so no event tells it: each client asks for a fresh snapshot, which does.
    gateways.renew()
  }
}

/** Where a key may come from. */
function keysOf({ dataDir, environment, secrets }: HostOptions) {
  return {
    secrets: secrets ?? plainFileSecrets(join(dataDir, "provider-key-plain")),
    environmentKey: environment.ANTHROPIC_API_KEY?.trim() || null,
  }
}

function rehearsalFor({ resourcesDir, environment, hurryRehearsal }: HostOptions): () => Promise<Rehearsal> {
  return async () => {
    const { startRehearsal } = await import("@kibitz/rehearsal")
    const pace = environment.KIBITZ_REHEARSAL_PACE
    return startRehearsal({
      scenariosDir: join(resourcesDir, "rehearsal"),
      ...(pace === undefined ? {} : { pace: Number(pace) }),
      ...(hurryRehearsal === undefined ? {} : { hurry: hurryRehearsal }),
    })
  }
}

function refreshWithSettings(supervisor: Supervisor, connection: ConnectionKeeper): void {
  let settings = supervisor.world().settings
  supervisor.listen((_, world) => {
    const before = settings
    settings = world.settings
    if (concernsConnection(before, settings)) void connection.refresh()
  })
}

function warmUp(connection: ConnectionKeeper, model: LazyModel, machine: Machine): void {
  void connection.settled()
  model.warm()
  void machine.probeSandbox()
  void machine.refreshHeads()
  void machine.verifyAudit()
}
