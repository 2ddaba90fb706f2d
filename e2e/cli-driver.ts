// Drives the built command line program as a script would: spawned on the project's Node, spoken to over its streams.
import { type ChildProcessByStdio, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import type { Readable, Writable } from "node:stream"
import { WireMessage, type WireRequestInput, type WorldSnapshot } from "@kibitz/contract"

export const program = join(import.meta.dirname, "..", "dist", "cli", "kibitz.js")

export type Exit = { readonly code: number | null; readonly signal: string | null }
export type Kibitz = {
  readonly pid: number
  readonly child: ChildProcessByStdio<Writable, Readable, Readable>
  /** The next line of stdout, in order; rejects when there is none any more. */
  nextLine(): Promise<string>
  stderr(): string
  readonly exit: Promise<Exit>
}

/** The rehearsal ten times faster than a person reads, and still a stream. */
export const quickly = { KIBITZ_REHEARSAL_PACE: "0.1" }

export type Folder = { readonly path: string; remove(): void }

export function temporaryFolder(): Folder {
  const path = mkdtempSync(join(tmpdir(), "kibitz-e2e-"))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

export function startKibitz(args: readonly string[], environment: Record<string, string | undefined> = {}): Kibitz {
  const child = spawn(process.execPath, [program, ...args], {
    stdio: ["pipe", "pipe", "pipe"],
    // A key of the person who runs the tests must not turn a rehearsal into real requests.
    env: { ...process.env, ANTHROPIC_API_KEY: undefined, KIBITZ_DATA_DIR: undefined, KIBITZ_PROJECT: undefined, ...environment },
  })
  let stderr = ""
  child.stderr.setEncoding("utf8").on("data", (text) => {
    stderr += text
  })
  // A program that has ended no longer reads; what matters is what it said before.
  child.stdin.on("error", () => {})
  let lines: AsyncIterator<string> | null = null
  return {
    pid: child.pid ?? 0,
    child,
    // Reading begins with the first call: until then the program faces a reader that does not read.
    async nextLine() {
      lines ??= createInterface({ input: child.stdout, crlfDelay: Number.POSITIVE_INFINITY })[Symbol.asyncIterator]()
      const { value, done } = await lines.next()
      if (done) throw new Error(`kibitz has said all it will: ${stderr}`)
      return value
    },
    stderr: () => stderr,
    exit: once(child, "close").then(([code, signal]) => ({ code, signal })),
  }
}

export async function runKibitz(args: readonly string[], input = "", environment: Record<string, string | undefined> = {}) {
  const kibitz = startKibitz(args, environment)
  let stdout = ""
  kibitz.child.stdout.setEncoding("utf8").on("data", (text) => {
    stdout += text
  })
  kibitz.child.stdin.end(input)
  const { code } = await kibitz.exit
  return { code, stdout, stderr: kibitz.stderr() }
}

export async function end(kibitz: Kibitz): Promise<void> {
  kibitz.child.kill("SIGKILL")
  await kibitz.exit
}

export type Rpc = Kibitz & {
  send(request: WireRequestInput): void
  sendRaw(bytes: string | Uint8Array): void
  next(): Promise<WireMessage>
  /** Reads on until one fits, and returns everything read, that one last. */
  until(fits: (message: WireMessage) => boolean): Promise<WireMessage[]>
  /** The number of the last event in the journal. */
  seq(): Promise<number>
  /** The same, once Kibitz has looked at its machine: from then on nothing is recorded unasked. */
  settled(): Promise<number>
}

export function startRpc(args: readonly string[], environment: Record<string, string | undefined> = {}): Rpc {
  const kibitz = startKibitz(["rpc", ...args], environment)
  let probes = 0
  const rpc: Rpc = {
    ...kibitz,
    send: (request) => void kibitz.child.stdin.write(`${JSON.stringify(request)}\n`),
    sendRaw: (bytes) => void kibitz.child.stdin.write(bytes),
    // Parsed with the contract's own schema: whatever is on stdout and is not a WireMessage fails the test.
    next: async () => WireMessage.parse(JSON.parse(await kibitz.nextLine())),
    async until(fits) {
      const read: WireMessage[] = []
      for (;;) {
        const message = await rpc.next()
        read.push(message)
        if (fits(message)) return read
      }
    },
    async seq() {
      return (await world()).seq
    },
    async settled() {
      for (;;) {
        const { seq, sandbox, audit } = await world()
        if (sandbox.state !== "unknown" && audit !== null) return seq
      }
    },
  }

  async function world(): Promise<WorldSnapshot> {
    const id = `probe-${++probes}`
    rpc.send({ type: "subscribe", id, channel: { kind: "world" } })
    const answer = (await rpc.until((message) => message.type === "subscribed" && message.id === id)).at(-1)
    if (answer?.type !== "subscribed" || answer.snapshot.kind !== "world") throw new Error("no world in the answer")
    rpc.send({ type: "unsubscribe", id, subscription: answer.subscription })
    await rpc.until((message) => message.type === "unsubscribed" && message.id === id)
    return answer.snapshot.world
  }
  return rpc
}

/** The addresses on which a process listens, from the kernel's own tables. */
export function listeners(pid: number): string[] {
  const folder = `/proc/${pid}/fd`
  const inodes = new Set(
    readdirSync(folder).flatMap((fd) => {
      try {
        return /^socket:\[(\d+)\]$/.exec(readlinkSync(join(folder, fd)))?.[1] ?? []
      } catch {
        return []
      }
    }),
  )
  return ["tcp", "tcp6"].flatMap((table) =>
    readFileSync(`/proc/${pid}/net/${table}`, "utf8")
      .split("\n")
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      .filter((columns) => columns[3] === "0A" && inodes.has(columns[9] ?? ""))
      .map((columns) => readable(columns[1] ?? "")),
  )
}

function readable(address: string): string {
  const [host = "", port = ""] = address.split(":")
  const bytes = host.match(/../g)?.map((byte) => Number.parseInt(byte, 16)) ?? []
  return `${host.length === 8 ? bytes.reverse().join(".") : host}:${Number.parseInt(port, 16)}`
}
