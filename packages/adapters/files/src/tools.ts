// Owns: carrying out the file capabilities for a Permit. Whether it may be done was decided before; where it may reach is checked here.
import { createHash, hash } from "node:crypto"
import { type CapabilityName, capabilities } from "@kibitz/contract"
import type { Permit, ToolEvent, Tools } from "@kibitz/ports"
import { type Fence, type Refusal, refuse } from "./confine.ts"
import { editFile } from "./edit-file.ts"
import { findFiles } from "./find-files.ts"
import { listDirectory } from "./list-directory.ts"
import { type Output, type ReadInput, readFile } from "./read-file.ts"
import { readSpool, spooledCall } from "./read-spool.ts"
import { searchFiles } from "./search-files.ts"
import { writeFile } from "./write-file.ts"

export type FileToolsOptions = {
  /** Folders that agents never see, even when the project folder is around them: the app's own data (T13). */
  readonly closed?: readonly string[]
  /** Where the shell keeps outputs that were too long to be shown; read_file pages them. Left out: there are none. */
  readonly spoolDir?: string
}

export const fileCapabilities = [
  "read_file",
  "list_directory",
  "search_files",
  "glob",
  "write_file",
  "edit_file",
] as const satisfies readonly CapabilityName[]
export type FileCapability = (typeof fileCapabilities)[number]

/** A write that has begun is nearly always done within this; then the user hears what became of it, not that nobody knows. */
const WRITE_GRACE_MS = 2000

export function fileTools(options: FileToolsOptions = {}): Tools {
  return {
    async *run(permit, signal): AsyncGenerator<ToolEvent> {
      const done = carryOut(permit, options, signal).catch((cause: unknown) => {
        return refuse(`The call failed inside the tool: ${cause instanceof Error ? cause.message : String(cause)}`)
      })
      const result = await orStopped(done, permit, signal)
      if (result.ok) {
        const { output, bytes } = result
        yield { type: "end", ok: true, output, bytes, sha256: hash("sha256", output) }
      } else yield { type: "end", ok: false, output: result.because, bytes: Buffer.byteLength(result.because) }
    },
  }
}

async function carryOut(permit: Permit, options: FileToolsOptions, signal: AbortSignal): Promise<Output | Refusal> {
  const fence: Fence = { workspace: permit.workspace, closed: options.closed ?? [] }
  const capability = fileCapabilities.find((each) => each === permit.capability)
  if (capability === undefined) return refuse(`There is no tool for ${String(permit.capability)} here.`)
  if (signal.aborted) return refuse("The call was stopped before it began.")
  switch (capability) {
    case "read_file":
      return withInput(capability, permit, (input) => readEither(fence, input, permit, options, signal))
    case "list_directory":
      return withInput(capability, permit, (input) => listDirectory(fence, input, signal))
    case "search_files":
      return withInput(capability, permit, (input) => searchFiles(fence, input, signal))
    case "glob":
      return withInput(capability, permit, (input) => findFiles(fence, input, signal))
    case "write_file":
      return withInput(capability, permit, (input) => writeFile(fence, input, markOf(permit), signal))
    case "edit_file":
      return withInput(capability, permit, (input) => editFile(fence, input, markOf(permit), signal))
    default:
      return refuse(`There is no tool for ${String(capability satisfies never)} here.`)
  }
}

function readEither(
  fence: Fence,
  input: ReadInput,
  permit: Permit,
  options: FileToolsOptions,
  signal: AbortSignal,
): Promise<Output | Refusal> {
  const callId = spooledCall(input.path)
  return callId === null ? readFile(fence, input, signal) : readSpool(options.spoolDir ?? null, permit, callId, input, signal)
}

type InputOf<Name extends FileCapability> = ReturnType<(typeof capabilities)[Name]["input"]["parse"]>

async function withInput<Name extends FileCapability>(
  capability: Name,
  permit: Permit,
  carry: (input: InputOf<Name>) => Promise<Output | Refusal>,
): Promise<Output | Refusal> {
  const input = capabilities[capability].input.safeParse(permit.input)
  if (!input.success) return refuse(`The input does not fit: ${input.error.issues[0]?.message}.`)
  return carry(input.data as InputOf<Name>)
}

/** Fit for a file name, whatever an id is made of. */
function markOf(permit: Permit): string {
  return createHash("sha256").update(`${permit.agentId} ${permit.callId}`).digest("hex").slice(0, 16)
}

/** A disk that does not answer must not keep the user from stopping. */
function orStopped(done: Promise<Output | Refusal>, permit: Permit, signal: AbortSignal): Promise<Output | Refusal> {
  const writes = permit.capability === "write_file" || permit.capability === "edit_file"
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout | undefined
    const stop = () => {
      if (!writes) return resolve(refuse("The call was stopped before it was done."))
      const unknown = refuse("The call was stopped while the disk did not answer. Read the file to see whether it was written.")
      timer = setTimeout(() => resolve(unknown), WRITE_GRACE_MS)
    }
    signal.addEventListener("abort", stop, { once: true })
    void done.then((result) => {
      signal.removeEventListener("abort", stop)
      clearTimeout(timer)
      resolve(result)
    })
  })
}
