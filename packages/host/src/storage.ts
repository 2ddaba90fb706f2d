// Owns: opening what a project keeps in its data folder: the log, the reserve, the journal, and the note that says who has it open.
import { join } from "node:path"
import { sqliteJournal } from "@kibitz/adapters/sqlite"
import { auditKey, fileLog, fileReserve, prepareDataDir } from "@kibitz/adapters/system"
import { type Instant, toInstant } from "@kibitz/contract"
import type { Clock, Journal } from "@kibitz/ports"
import { type Disk, watchDisk } from "./disk.ts"
import { type Holder, noteIn } from "./holder.ts"
import type { HostOptions } from "./host.ts"
import type { Undo } from "./undo.ts"

export type Storage = {
  /** The journal's file. */
  readonly file: string
  readonly log: ReturnType<typeof fileLog>
  readonly disk: Disk
  readonly journal: Journal
  readonly announcement: Announcement
}

type Options = Pick<HostOptions, "dataDir" | "resourcesDir" | "reserveBytes">

/** `diskChanged`: the disk is full, or has room again. */
export function openStorage(options: Options, clock: Clock, diskChanged: (hasRoom: boolean) => void, undo: Undo): Storage {
  const { dataDir, resourcesDir } = options
  prepareDataDir(dataDir)
  const log = fileLog(join(dataDir, "kibitz.log"))
  undo.add(() => log.close())
  const openedAt = toInstant(clock.now())
  const file = join(dataDir, "kibitz.db")
  const reserve = fileReserve(join(dataDir, "reserve"), options.reserveBytes)
  const disk = watchDisk({ reserve, clock, log, changed: () => diskChanged(disk.state() === null) })
  undo.add(() => disk.close())
  const journal = sqliteJournal({
    file,
    makeRoom: disk.makeRoom,
    migrationsDir: join(resourcesDir, "migrations"),
    auditKey: auditKey(join(dataDir, "audit.key")),
    log,
  })
  undo.add(() => journal.close())
  journal.check()
  const announcement = new Announcement(dataDir, openedAt)
  undo.add(() => announcement.takeBack())
  return { file, log, disk, journal, announcement }
}

/** The note beside the journal, for one that finds it locked. */
class Announcement {
  private readonly note: ReturnType<typeof noteIn>
  private readonly since: Instant
  private isMade = false

  constructor(dataDir: string, since: Instant) {
    this.note = noteIn(dataDir)
    this.since = since
  }

  make(as: Pick<Holder, "program" | "address">): void {
    this.isMade = true
    this.note.leave({ ...as, since: this.since })
  }

  takeBack(): void {
    if (this.isMade) this.note.take()
  }
}
