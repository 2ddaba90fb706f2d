// Owns: the note beside a journal that says which program has it open and where it can be seen, for the one that finds it locked (F18). A courtesy,
// not a lock: the journal's own lock decides. It holds no secret: an agent that got to read it could do nothing with it (ADR 11).
import { renameSync, rmSync, writeFileSync } from "node:fs"
import { Instant } from "@kibitz/contract"
import { z } from "zod"
import { readPrivately } from "./private-read.ts"
import { birthOf, isAlive } from "./processes.ts"

const Note = z.object({
  program: z.enum(["desktop", "web", "rpc"]),
  pid: z.int().positive(),
  since: Instant,
  /** A page on this computer and nothing else: whoever reads the note may open it. */
  address: z
    .string()
    .regex(/^http:\/\/127\.0\.0\.1:\d{1,5}\/$/)
    .nullable(),
  birth: z.string().nullable(),
})

export type Holder = Omit<z.infer<typeof Note>, "birth">

export type HolderNote = {
  /** Of this process. Replaces what stood there before; a disk that does not take it changes nothing. */
  leave(holder: Omit<Holder, "pid">): void
  /** Whoever wrote it last, as long as that process still runs; null when there is none. */
  read(): Holder | null
  /** Takes away what this process has left, and nobody else's. */
  take(): void
}

export function holderNote(file: string): HolderNote {
  const read = () => {
    const note = parse(readPrivately(file))
    if (note === null || !isAlive(note.pid) || (note.birth !== null && birthOf(note.pid) !== note.birth)) return null
    const { birth, ...holder } = note
    return holder
  }
  return {
    read,
    leave(holder) {
      const part = `${file}.${process.pid}`
      try {
        rmSync(part, { force: true })
        const note: z.input<typeof Note> = { ...holder, pid: process.pid, birth: birthOf(process.pid) }
        writeFileSync(part, JSON.stringify(note), { mode: 0o600, flag: "wx" })
        renameSync(part, file)
      } catch {
        rmSync(part, { force: true })
      }
    },
    take() {
      if (read()?.pid === process.pid) rmSync(file, { force: true })
    },
  }
}

function parse(text: string | null): z.infer<typeof Note> | null {
  try {
    return Note.parse(JSON.parse(text ?? ""))
  } catch {
    return null
  }
}
