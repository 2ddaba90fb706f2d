// Owns: a host that only looks: the same wire over a copy of the journal, for a project that another Kibitz has open (F18) or a newer one has written to. No
// agent runs, nobody is present, nothing is recovered, no key is read, and every command but reading the journal again is refused.
import { join } from "node:path"
import { workspaceFiles } from "@kibitz/adapters/files"
import { type JournalCopy, readOnlyJournal } from "@kibitz/adapters/sqlite"
import { auditKey, systemClock } from "@kibitz/adapters/system"
import { type ClientCommand, type Instant, type ReadOnly, type Rejection, toInstant } from "@kibitz/contract"
import { type Log, StorageFailure } from "@kibitz/ports"
import { type Outcome, openStill, type Still } from "@kibitz/supervisor"
import { findFilesIn } from "./find-files.ts"
import { type Gateway, openGateway } from "./gateway.ts"
import { holderOf } from "./holder.ts"
import type { Host, HostOptions } from "./host.ts"
import { inSlices } from "./machine.ts"
import { factsOf } from "./shell-facts.ts"

export type ReadOnlyOptions = Pick<HostOptions, "dataDir" | "workspace" | "resourcesDir" | "version"> & {
  /** The lock has been met. Left out: what the note beside the journal says. */
  readonly isHeld?: boolean
}

/** A copy that looks whole may still have caught the log in between; what does not hold the second time is the original's own trouble. */
const COPIES = 2

type Look = Still & { readonly journal: JournalCopy; readonly at: Instant }

/** Throws StorageFailure where there is no journal, or none that can be read. */
export async function openReadOnly(options: ReadOnlyOptions): Promise<Host> {
  const { dataDir, workspace, version } = options
  const gateways = new Set<Gateway>()
  const looking = await startLooking(options, () => {
    for (const gateway of gateways) gateway.renew()
  })

  async function dispatch(command: ClientCommand): Promise<Outcome> {
    if (command.type === "journal.reload") return looking.again()
    return { rejection: refusal(looking.isHeld(), looking.current().journal.unknown) }
  }

  return {
    isReadOnly: true,
    get unknown() {
      return looking.current().journal.unknown
    },
    connect(surface, send, shell) {
      const gateway = openGateway({
        channels: { subscribe: (channel, subscriber) => looking.current().channels.subscribe(channel, subscriber) },
        dispatch,
        files: findFilesIn(workspaceFiles([dataDir]), () => looking.current().world, workspace),
        describe(snapshot) {
          if (snapshot.kind !== "world") return snapshot
          const { at, journal } = looking.current()
          const unknown = journal.unknown === null ? {} : { unknown: journal.unknown }
          const readOnly: ReadOnly = { at, isHeld: looking.isHeld(), ...unknown }
          return { ...snapshot, app: { version, workspace, dataDir, surface, readOnly } }
        },
        send,
        shell,
      })
      gateways.add(gateway)
      return {
        ...gateway,
        close() {
          gateways.delete(gateway)
          gateway.close()
        },
      }
    },
    watch(heard) {
      heard(factsOf(looking.current().world))
      return () => {}
    },
    announce: () => {},
    close: () => looking.close(),
  }
}

type Looking = {
  current(): Look
  /** Whether another Kibitz has the project open, as far as is known. */
  isHeld(): boolean
  /** Reads the journal again. What is asked meanwhile gets the same outcome. */
  again(): Promise<Outcome>
  close(): Promise<void>
}

/** `renewed`: called when there is another look. */
async function startLooking(options: ReadOnlyOptions, renewed: () => void): Promise<Looking> {
  const { dataDir } = options
  /** One that held it without a note cannot be seen to have let go of it. */
  const wasKnown = holderOf(dataDir) !== null
  let isHeld = options.isHeld ?? wasKnown
  let look = await read(options)
  let reading: Promise<Outcome> | null = null
  let isClosed = false

  async function reload(): Promise<Outcome> {
    try {
      const next = await read(options)
      if (isClosed) {
        next.journal.close()
        return { rejection: { kind: "closing", message: "Kibitz is closing." } }
      }
      look.journal.close()
      look = next
      if (wasKnown || options.isHeld === undefined) isHeld = holderOf(dataDir) !== null
      renewed()
      return { seq: look.world.seq }
    } catch (cause) {
      if (!(cause instanceof StorageFailure)) throw cause
      return { rejection: { kind: "storage-failed", message: `What is shown is still the earlier copy. ${cause.message}` } }
    }
  }

  return {
    current: () => look,
    isHeld: () => isHeld,
    again() {
      reading ??= reload().finally(() => {
        reading = null
      })
      return reading
    },
    async close() {
      isClosed = true
      await reading
      look.journal.close()
    },
  }
}

async function read(options: ReadOnlyOptions, tries = COPIES): Promise<Look> {
  const { dataDir, resourcesDir } = options
  const clock = systemClock()
  const at = toInstant(clock.now())
  const journal = await readOnlyJournal({
    file: join(dataDir, "kibitz.db"),
    migrationsDir: join(resourcesDir, "migrations"),
    auditKey: auditKey(join(dataDir, "audit.key")),
    log: noLog,
  })
  try {
    journal.check()
    const audit = { ...(await inSlices(journal.verifyAudit(), clock)), at }
    if (!audit.ok && tries > 1) {
      journal.close()
      return await read(options, tries - 1)
    }
    return { ...openStill(journal, clock, noLog, { audit }), journal, at }
  } catch (cause) {
    journal.close()
    throw cause
  }
}

function refusal(isHeld: boolean, unknown: string | null): Rejection {
  if (unknown !== null) return { kind: "read-only", message: `Nothing can be changed here. ${unknown} Nothing was done.` }
  const why = isHeld ? "another Kibitz has this project open" : "it was opened read-only"
  return { kind: "read-only", message: `Nothing can be changed here: ${why}. Nothing was done.` }
}

/** The log beside the journal is its owner's. What goes wrong here is told to who asked. */
const noLog: Log = { info: () => {}, warn: () => {}, error: () => {} }
