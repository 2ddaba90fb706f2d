// Folders, permits and the real sandbox for the tests of this folder.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import type { Confinement, Json } from "@kibitz/contract"
import type { Sandbox, ToolEvent, Tools } from "@kibitz/ports"
import { testPermit } from "@kibitz/testkit"
import { afterAll, describe, expect, test } from "vitest"
import { systemSandbox } from "../index.ts"
import { type ShellToolsOptions, shellTools } from "../run/tools.ts"

export const open: Confinement = { write: true, network: true }
export const inside: Confinement = { write: true, network: false }
export const reading: Confinement = { write: false, network: false }

const probed = new Map<string, Promise<Sandbox | null>>()

/** The sandbox of this machine, probed. null: there is none, and somebody has said that this is all right. */
async function realSandbox(): Promise<Sandbox | null> {
  const sandbox = systemSandbox()
  const status = await sandbox.probe(new AbortController().signal)
  if (status.state === "on") return sandbox
  if (process.env.KIBITZ_ALLOW_NO_SANDBOX === "1") return null
  throw new Error(`no sandbox: ${status.because}. ${status.remedy}. (KIBITZ_ALLOW_NO_SANDBOX=1 lets the tests go on without.)`)
}

/** Tests that mean nothing without walls. */
export async function describeSandboxed(name: string, body: (sandbox: Sandbox) => void): Promise<void> {
  const sandbox = await (probed.get("real") ?? probed.set("real", realSandbox()).get("real"))
  if (sandbox) describe(name, () => body(sandbox))
  else test(`${name}: not tried, KIBITZ_ALLOW_NO_SANDBOX is set`, () => expect(process.env.KIBITZ_ALLOW_NO_SANDBOX).toBe("1"))
}

export type Stage = {
  readonly folder: string
  readonly workspace: string
  readonly hidden: string
  readonly spoolDir: string
  readonly runsDir: string
}

/** A project, and beside it the app's data with a key in it. `files` are put into the project. */
export function newStage(files: Readonly<Record<string, string>> = {}): Stage {
  const folder = mkdtempSync(join(tmpdir(), "kibitz-shell-"))
  const stage = {
    folder,
    workspace: join(folder, "project"),
    hidden: join(folder, "data"),
    spoolDir: join(folder, "data", "spool"),
    runsDir: join(folder, "data", "runs"),
  }
  mkdirSync(stage.workspace)
  mkdirSync(stage.hidden)
  writeFileSync(join(stage.hidden, "key"), "the-secret-key")
  for (const [path, text] of Object.entries(files)) write(join(stage.workspace, path), text)
  stages.push(folder)
  return stage
}

export function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

const stages: string[] = []
afterAll(() => {
  for (const folder of stages.splice(0)) rmSync(folder, { recursive: true, force: true })
})

export type End = Extract<ToolEvent, { type: "end" }>
export type Ran = End & { readonly events: readonly ToolEvent[]; readonly lines: readonly string[] }

export type RunOptions = Partial<ShellToolsOptions> & {
  readonly confinement?: Confinement | null
  readonly timeoutSeconds?: number
  readonly signal?: AbortSignal
}

export function toolsFor(stage: Stage, sandbox: Sandbox, options: Partial<ShellToolsOptions> = {}): Tools {
  return shellTools({ sandbox, hidden: [stage.hidden], spoolDir: stage.spoolDir, runsDir: stage.runsDir, ...options })
}

export async function run(stage: Stage, sandbox: Sandbox, command: string, options: RunOptions = {}): Promise<Ran> {
  const { confinement = inside, timeoutSeconds, signal = new AbortController().signal, ...more } = options
  const input: Json = timeoutSeconds === undefined ? { command } : { command, timeoutSeconds }
  const permit = { ...testPermit(stage.workspace, "bash", input), confinement }
  const events: ToolEvent[] = []
  for await (const event of toolsFor(stage, sandbox, more).run(permit, signal)) events.push(event)
  const end = events.at(-1)
  if (end?.type !== "end") throw new Error("the last event is not the end")
  return { ...end, events, lines: end.output.split("\n").filter((line) => line !== "") }
}

/** A script that tries each command, and prints "REFUSED" or what got through. */
export function attempts(...commands: readonly string[]): string {
  return commands
    .map((command) => `(${command}) >/dev/null 2>&1 && echo "GOT THROUGH: ${command.replaceAll('"', "'")}" || echo REFUSED`)
    .join("\n")
}

/** Processes that name this project in their arguments or have it as their working folder. */
export function survivors({ folder }: Stage): string[] {
  return readdirSync("/proc")
    .filter((name) => Number(name) > 0 && Number(name) !== process.pid)
    .flatMap((pid) => {
      try {
        const about = `${readlinkSync(`/proc/${pid}/cwd`)}\0${readFileSync(`/proc/${pid}/cmdline`, "utf8")}`
        return about.includes(folder) ? [`${pid} ${about.slice(0, 200)}`] : []
      } catch {
        return []
      }
    })
}
