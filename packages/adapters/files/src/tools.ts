// Owns: carrying out the reading capabilities for a Permit. Whether it may be done was decided before; where it may reach is checked here.
import { capabilities } from "@kibitz/contract"
import type { Permit, ToolEvent, Tools } from "@kibitz/ports"
import { type Refusal, refuse } from "./confine.ts"
import { listDirectory } from "./list-directory.ts"
import { type Output, readFile } from "./read-file.ts"

export type FileToolsOptions = {
  /** Folders that agents never see, even when the project folder is around them: the app's own data (T13). */
  readonly closed?: readonly string[]
}

export function fileTools({ closed = [] }: FileToolsOptions = {}): Tools {
  return {
    async *run(permit, signal): AsyncGenerator<ToolEvent> {
      const done = carryOut(permit, closed, signal).catch((cause: unknown) => {
        return refuse(`The call failed inside the tool: ${cause instanceof Error ? cause.message : String(cause)}`)
      })
      const result = await orStopped(done, signal)
      if (result.ok) yield { type: "end", ok: true, output: result.output, bytes: result.bytes }
      else yield { type: "end", ok: false, output: result.because, bytes: Buffer.byteLength(result.because) }
    },
  }
}

async function carryOut(permit: Permit, closed: readonly string[], signal: AbortSignal): Promise<Output | Refusal> {
  const fence = { workspace: permit.workspace, closed }
  if (signal.aborted) return refuse("The call was stopped before it began.")
  switch (permit.capability) {
    case "read_file": {
      const input = capabilities.read_file.input.safeParse(permit.input)
      return input.success
        ? readFile(fence, input.data, signal)
        : refuse(`The input does not fit: ${input.error.issues[0]?.message}.`)
    }
    case "list_directory": {
      const input = capabilities.list_directory.input.safeParse(permit.input)
      return input.success
        ? listDirectory(fence, input.data, signal)
        : refuse(`The input does not fit: ${input.error.issues[0]?.message}.`)
    }
    default:
      return refuse(`There is no tool for ${String(permit.capability satisfies never)} here.`)
  }
}

/** A disk that does not answer must not keep the user from stopping. */
function orStopped<T>(done: Promise<T>, signal: AbortSignal): Promise<T | Refusal> {
  return new Promise((resolve) => {
    const stop = () => resolve(refuse("The call was stopped before it was done."))
    signal.addEventListener("abort", stop, { once: true })
    void done.then((result) => {
      signal.removeEventListener("abort", stop)
      resolve(result)
    })
  })
}
