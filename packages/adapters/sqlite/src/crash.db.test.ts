import { execFileSync } from "node:child_process"
import { readdirSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { agentFounded, entriesAfter, messageDelivered, untilFact } from "@kibitz/testkit"
import { afterEach, beforeEach, expect, test } from "vitest"
import { sqliteJournal } from "./journal.ts"
import { endJournalProcesses, migrationsDir, newFolder, startJournalProcess, startWrapped } from "./testing/on-disk.ts"

/** Each of these starts processes; on a busy machine that alone takes seconds. */
const SLOW = 60_000

let dir: string
let file: string
beforeEach(() => {
  dir = newFolder()
  file = join(dir, "kibitz.db")
})
afterEach(async () => {
  await endJournalProcesses()
  rmSync(dir, { recursive: true, force: true })
})

test(
  "kill -9 at any moment: what was acknowledged is there, whole and in order (F11, I1)",
  async () => {
    let before = 0
    for (let round = 1; round <= 3; round++) {
      const writer = startJournalProcess("append", file)
      await untilFact("it has appended", () => writer.lines().length >= round * 17, { limitMs: SLOW })
      await writer.kill()
      const acknowledged = writer.lines().at(-1) as number
      const journal = sqliteJournal({ file, migrationsDir })
      expect(journal.last()).toBeGreaterThanOrEqual(acknowledged)
      expect(acknowledged).toBeGreaterThan(before)
      const texts = [...journal.since(before)].map(({ event }) =>
        event.type === "message.delivered" ? event.text.split(" ")[0] : "",
      )
      expect(texts.length).toBe(journal.last() - before)
      for (const [index, text] of texts.entries()) {
        const [place, size] = (text ?? "").split("/").map(Number)
        if (place === 1) expect(texts.slice(index, index + (size ?? 0))).toHaveLength(size ?? 0)
      }
      before = journal.last()
      journal.close()
    }
  },
  SLOW,
)

test(
  "a full disk: the append is refused whole, everything stays readable, and it goes on when there is space (F12)",
  async ({ task }) => {
    const small = join(dir, "small")
    const script =
      'mkdir -m 700 "$1" && mount -t tmpfs -o size=2m,mode=700 tmpfs "$1" && head -c 500000 /dev/zero > "$1/kibitz.db.ballast" && shift && exec "$@"'
    const unshare = firstThatWorks(["unshare", "-m"], ["unshare", "-Urm"])
    if (unshare !== null) {
      const [command = "", ...flags] = unshare
      const filler = startWrapped(command, [...flags, "sh", "-c", script, "sh", small], "fill", join(small, "kibitz.db"))
      await filler.ended
      const [result] = filler.lines() as { last: number }[]
      const last = result?.last ?? 0
      expect(last).toBeGreaterThan(4)
      expect(result).toEqual({
        outcome: "full",
        last,
        readable: last,
        page: 2,
        hadBallast: true,
        afterFreeing: "appended",
        lastThen: last + 2,
      })
      return
    }
    Object.assign(task.meta, { limited: "no small disk can be mounted here; only a limit on the size of a file was tried" })
    // Where no small disk can be mounted, a limit on the size of a file does nearly the same; SQLite does not call that "full".
    const limited = ["-c", 'trap "" XFSZ; ulimit -f 2000; exec "$@"', "sh"]
    const filler = startWrapped("sh", limited, "fill", file)
    await filler.ended
    const [result] = filler.lines() as { outcome: string; last: number; readable: number }[]
    expect(result).toMatchObject({ outcome: expect.stringMatching(/^(full|unreachable)$/), readable: result?.last })
    const journal = sqliteJournal({ file, migrationsDir })
    expect(journal.last()).toBe(result?.last)
    journal.close()
  },
  SLOW,
)

test(
  "a full disk: the reserve is given back once, what is under way is saved in it, and it is set aside again when there is space (F12)",
  async ({ task }) => {
    const unshare = firstThatWorks(["unshare", "-m"], ["unshare", "-Urm"])
    // Green all the same: a container may forbid it even to root. The summary names it (scripts/checks/unit.ts).
    if (unshare === null) return void Object.assign(task.meta, { limited: "no small disk can be mounted here" })
    const small = join(dir, "small")
    const script =
      'mkdir -m 700 "$1" && mount -t tmpfs -o size=3m,mode=700 tmpfs "$1" && head -c 1500000 /dev/zero > "$1/kibitz.db.ballast" && shift && exec "$@"'
    const [command = "", ...flags] = unshare
    const spender = startWrapped(command, [...flags, "sh", "-c", script, "sh", small], "reserve", join(small, "kibitz.db"))
    await spender.ended
    const [result, isWhole] = spender.lines() as [{ saved: number }, boolean]
    expect(result).toEqual({
      filled: true,
      asked: [true, false],
      saved: result.saved,
      outcome: "full",
      refused: false,
      again: true,
      afterwards: "appended",
    })
    expect(result.saved).toBeGreaterThan(3)
    expect(isWhole).toBe(true)
  },
  SLOW,
)

test(
  "F17: a disk that may only be read is said to be one, the journal on it can be looked at, and neither leaves a trace",
  async ({ task }) => {
    const unshare = firstThatWorks(["unshare", "-m"], ["unshare", "-Urm"])
    if (unshare === null) return void Object.assign(task.meta, { limited: "no disk can be made read-only here" })
    const data = join(dir, "data")
    const journal = sqliteJournal({ file: join(data, "kibitz.db"), migrationsDir })
    journal.append(entriesAfter(0, [agentFounded(), messageDelivered("one")]))
    journal.close()
    const before = contents(data)
    const script = 'mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" && shift && exec "$@"'
    const [command = "", ...flags] = unshare
    const looker = startWrapped(command, [...flags, "sh", "-c", script, "sh", data], "look", join(data, "kibitz.db"))
    await looker.ended
    expect(looker.lines()).toEqual([
      ["unreachable", expect.stringMatching(/^Kibitz cannot write to .*: the disk it is on is read-only\. .*--data-dir/)],
      2,
    ])
    expect(contents(data)).toEqual(before)
  },
  SLOW,
)

function contents(folder: string): readonly (readonly [string, string])[] {
  return readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "base64")] as const)
}

function firstThatWorks(...commands: readonly string[][]): string[] | null {
  for (const [command = "", ...flags] of commands) {
    try {
      execFileSync(command, [...flags, "sh", "-c", "mount -t tmpfs tmpfs /mnt"], { stdio: "ignore" })
      return [command, ...flags]
    } catch {
      // Not allowed here.
    }
  }
  return null
}
