// A start on a data folder that cannot be written, on real disks: read-only, full, and somebody else's.
import { execFile, execFileSync } from "node:child_process"
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { describeUnwritable } from "./unwritable.ts"

/** Each of these starts a process, on a busy machine. */
const SLOW = 60_000
const NOBODY = 65_534

let base: string
let place: string
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "kibitz-unwritable-")))
  place = join(base, "disk")
  mkdirSync(place)
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

type Told = { readonly kind?: string; readonly message: string }

/** Opens a host there in a process of its own and returns how that failed. `wrap`: a command that prepares the disk for it. */
function failureOf(dataDir: string, wrap: readonly string[], uid?: number): Promise<Told> {
  const script = `
    import { openHost } from ${JSON.stringify(join(import.meta.dirname, "host.ts"))}
    const place = ${JSON.stringify({ dataDir, workspace: "/", resourcesDir: join(import.meta.dirname, "../../../resources"), version: "0" })}
    openHost({ ...place, environment: {} }).then(
      () => ({ message: "it started" }),
      ({ kind, message }) => ({ kind, message }),
    ).then((told) => { process.stdout.write(JSON.stringify(told)); process.exit(0) })`
  const [command = "", ...args] = [...wrap, process.execPath, "--no-warnings", "--input-type=module", "-e", script]
  return new Promise((resolve, reject) => {
    execFile(command, args, { timeout: SLOW, ...(uid === undefined ? {} : { uid, gid: uid }) }, (error, out, err) => {
      if (out === "") reject(error ?? new Error(err))
      else resolve(JSON.parse(out) as Told)
    })
  })
}

/** A command line that runs `script`, with the disk as "$1", before the program. Null where nothing can be mounted. */
function mounted(script: string): readonly string[] | null {
  for (const unshare of [
    ["unshare", "-m"],
    ["unshare", "-Urm"],
  ]) {
    const [command = "", ...flags] = unshare
    try {
      execFileSync(command, [...flags, "sh", "-c", "mount -t tmpfs tmpfs /mnt"], { stdio: "ignore" })
      return [...unshare, "sh", "-c", `${script} && shift && exec "$@"`, "sh", place]
    } catch {
      // Not allowed here.
    }
  }
  return null
}

const limited = { limited: "no disk can be mounted here" }

test(
  "F17 a data folder on a disk that is read-only: the start says what, why and what to do, for one that is there and for one that is not",
  async ({ task }) => {
    const readOnly = mounted('mount -t tmpfs -o mode=700 tmpfs "$1" && mkdir -m 700 "$1/there" && mount -o remount,ro "$1"')
    if (readOnly === null) return void Object.assign(task.meta, limited)
    for (const name of ["there", "new"]) {
      const { kind, message } = await failureOf(join(place, name), readOnly)
      expect([kind, message]).toEqual(["unreachable", expect.stringContaining(join(place, name))])
      expect(message).toMatch(/^Kibitz cannot write to .*: the disk it is on is read-only\. .*--data-dir/)
      expect(message).not.toContain("EROFS")
    }
  },
  SLOW,
)

test(
  "F12 a first start on a full disk says that it is full",
  async ({ task }) => {
    const full = mounted(
      'mount -t tmpfs -o size=64k,mode=700 tmpfs "$1" && { head -c 100000 /dev/zero > "$1/filler" 2>/dev/null || true; }',
    )
    if (full === null) return void Object.assign(task.meta, limited)
    const { kind, message } = await failureOf(join(place, "data"), full)
    expect([kind, message]).toEqual(["full", expect.stringMatching(/no space left.*Free some space/)])
    expect(message).not.toContain("ENOSPC")
  },
  SLOW,
)

test(
  "F17 a data folder that the user may not write: the start says what, why and what to do",
  async () => {
    chmodSync(base, 0o755)
    chmodSync(place, 0o555)
    // Root may write everywhere.
    const uid = process.getuid?.() === 0 ? NOBODY : undefined
    const { kind, message } = await failureOf(join(place, "data"), [], uid)
    expect([kind, message]).toEqual(["unreachable", expect.stringContaining(join(place, "data"))])
    expect(message).toMatch(/^Kibitz cannot write to .*: you have no permission there\. .*--data-dir/)
    expect(message).not.toContain("EACCES")
  },
  SLOW,
)

describe("the words for a folder that cannot be written", () => {
  const failed = (code: string, path = "/data") => Object.assign(new Error(`${code}: raw words, open '${path}'`), { code, path })

  test.each([
    ["EROFS", "the disk it is on is read-only"],
    ["EACCES", "you have no permission there"],
    ["EPERM", "the system does not allow it"],
    ["ENOSPC", "there is no space left on the disk"],
    ["EDQUOT", "your share of the disk is used up"],
  ])("F17 %s has its own why, and says what to do", (code, why) => {
    for (const cause of [failed(code), new Error("wrapped", { cause: failed(code) })]) {
      const said = describeUnwritable(cause) ?? ""
      expect(said).toMatch(new RegExp(`^Kibitz cannot write to /data: ${why}\\. [A-Z].*\\.$`))
      expect(said).not.toContain(code)
    }
  })

  test("any other failure has none, nor has one that is about no file", () => {
    expect(describeUnwritable(failed("ENOENT"))).toBeNull()
    expect(describeUnwritable(Object.assign(new Error("listen"), { code: "EACCES", syscall: "listen" }))).toBeNull()
    expect(describeUnwritable("EROFS")).toBeNull()
  })
})
