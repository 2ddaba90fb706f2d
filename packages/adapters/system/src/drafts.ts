// Owns: one spool file per turn. Writing goes to the system's page cache and no further: no fsync, so nobody waits for the disk, and
// a kill -9 right after loses nothing. A power cut may lose it; then the turn is simply asked again.
import { closeSync, constants, ftruncateSync, openSync, readFileSync, rmSync, writeSync } from "node:fs"
import { join } from "node:path"
import type { TurnId } from "@kibitz/contract"
import type { Drafts } from "@kibitz/ports"
import { prepareDataDir } from "./data-dir.ts"

type Spool = { descriptor: number; text: string }

export function fileDrafts(dir: string): Drafts & { close(): void } {
  prepareDataDir(dir)
  const spools = new Map<TurnId, Spool>()
  const fileOf = (turnId: TurnId) => join(dir, `${turnId}.draft`)

  function open(turnId: TurnId): Spool {
    const flags = constants.O_CREAT | constants.O_TRUNC | constants.O_WRONLY | (constants.O_NOFOLLOW ?? 0)
    const spool = { descriptor: openSync(fileOf(turnId), flags, 0o600), text: "" }
    spools.set(turnId, spool)
    return spool
  }

  function forget(turnId: TurnId): void {
    const spool = spools.get(turnId)
    spools.delete(turnId)
    if (spool !== undefined) quietly(() => closeSync(spool.descriptor))
  }

  return {
    keep(turnId, text) {
      quietly(() => {
        const spool = spools.get(turnId) ?? open(turnId)
        const whole = withoutHalfCharacter(text)
        // A reply only grows, so what is new is at its end. Anything else is a new attempt.
        const grows = whole.startsWith(spool.text)
        if (!grows) ftruncateSync(spool.descriptor, 0)
        const from = grows ? Buffer.byteLength(spool.text) : 0
        const bytes = Buffer.from(grows ? whole.slice(spool.text.length) : whole)
        spool.text = whole
        for (let done = 0; done < bytes.length; ) {
          done += writeSync(spool.descriptor, bytes, done, bytes.length - done, from + done)
        }
      })
    },
    read(turnId) {
      const spool = spools.get(turnId)
      if (spool !== undefined) return spool.text
      // As a stream, because then bytes of a character whose rest never came are left out instead of shown as a black diamond.
      const decoder = new TextDecoder("utf-8", { ignoreBOM: true })
      return quietly(() => decoder.decode(readFileSync(fileOf(turnId)), { stream: true })) ?? ""
    },
    drop(turnId) {
      forget(turnId)
      quietly(() => rmSync(fileOf(turnId), { force: true }))
    },
    close() {
      for (const turnId of [...spools.keys()]) forget(turnId)
    },
  }
}

/** Half of a surrogate pair cannot be written as UTF-8; its other half comes with the next piece. */
function withoutHalfCharacter(text: string): string {
  const end = text.charCodeAt(text.length - 1)
  return end >= 0xd800 && end <= 0xdbff ? text.slice(0, -1) : text
}

/** A draft that cannot be kept (disk full) must not stop the reply that it is a copy of. */
function quietly<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
