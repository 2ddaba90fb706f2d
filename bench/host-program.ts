// Owns: the built program as a benchmark runs it: `kibitz rpc` on a folder of its own, in rehearsal, spoken to over its streams.
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { ClientCommandInput, WireMessage, WireRequestInput, WorldSnapshot } from "@kibitz/contract"
import { root } from "./project.ts"

const program = join(root, "dist/cli/kibitz.js")

export type HostProgram = {
  readonly child: ChildProcess
  /** When it has ended, and everything it said has been heard. */
  readonly exit: Promise<void>
  /** Never answered if the program ends first. */
  ask(request: WireRequestInput): Promise<WireMessage>
  dispatch(command: ClientCommandInput): Promise<WireMessage>
  /** Refused is thrown. */
  accepted(command: ClientCommandInput): Promise<void>
  /** Subscribes to the world: as it is now, and under which number it is told of what happens next. */
  world(): Promise<{ readonly world: WorldSnapshot; readonly subscription: number }>
  heard(listener: (message: WireMessage) => void): void
  end(): Promise<void>
}

export const dataDirIn = (folder: string) => join(folder, "data")

type Options = {
  /** Come before the program. */
  readonly nodeArgs?: readonly string[]
  /** How many lines the README has that the agents read. */
  readonly readmeLines?: number
}

/** The project and the data are kept in `folder`: the next start there has the same team. */
export function startHostProgram(folder: string, { nodeArgs = [], readmeLines = 60 }: Options = {}): HostProgram {
  if (!existsSync(program)) throw new Error("Run `npm run build` first: this benchmark runs the built program.")
  const project = join(folder, "project")
  mkdirSync(project, { recursive: true })
  writeFileSync(
    join(project, "README.md"),
    Array.from({ length: readmeLines }, (_, line) => `${line}: something to read about the shop`).join("\n"),
  )
  const child = spawn(process.execPath, [...nodeArgs, program, "rpc", "--data-dir", dataDirIn(folder), "--project", project], {
    stdio: ["pipe", "pipe", "inherit", "ipc"],
    env: {
      ...process.env,
      ANTHROPIC_API_KEY: undefined,
      KIBITZ_DATA_DIR: undefined,
      KIBITZ_PROJECT: undefined,
      KIBITZ_REHEARSAL_PACE: "0.2",
    },
  })
  return speaking(child)
}

function speaking(child: ChildProcess): HostProgram {
  const { stdin, stdout } = child
  if (!stdin || !stdout) throw new Error("no streams")
  // A program that has ended no longer reads; what counts is what it said before.
  stdin.on("error", () => {})
  const waiting = new Map<number, (message: WireMessage) => void>()
  const listeners: ((message: WireMessage) => void)[] = []
  // Not readline: it would pass on the half line that a kill leaves as if it were a whole one.
  let begun = ""
  stdout.setEncoding("utf8").on("data", (text: string) => {
    const lines = (begun + text).split("\n")
    begun = lines.pop() ?? ""
    for (const line of lines) hear(JSON.parse(line) as WireMessage)
  })
  function hear(message: WireMessage): void {
    if ("id" in message && typeof message.id === "number") {
      waiting.get(message.id)?.(message)
      waiting.delete(message.id)
    }
    for (const listener of listeners) listener(message)
  }
  let asked = 0
  const exit = once(child, "close").then(() => {})
  const host: HostProgram = {
    child,
    exit,
    ask(request) {
      const id = ++asked
      stdin.write(`${JSON.stringify({ ...request, id })}\n`)
      return new Promise((resolve) => waiting.set(id, resolve))
    },
    dispatch: (command) => host.ask({ type: "dispatch", id: 0, command }),
    async accepted(command) {
      const answer = await host.dispatch(command)
      if (answer.type !== "accepted") throw new Error(`${command.type} was not accepted: ${JSON.stringify(answer)}`)
    },
    async world() {
      const answer = await host.ask({ type: "subscribe", id: 0, channel: { kind: "world" } })
      if (answer.type !== "subscribed" || answer.snapshot.kind !== "world") throw new Error("no world in the answer")
      return { world: answer.snapshot.world, subscription: answer.subscription }
    },
    heard: (listener) => void listeners.push(listener),
    async end() {
      stdin.end()
      await exit
    },
  }
  return host
}
