// The need: to run a program so that it cannot reach more than it was given, and so that nothing of it outlives the run. One port for
// bubblewrap and Seatbelt; "none" is an answer too, and is said, never assumed.
import type { Confinement, SandboxStatus } from "@kibitz/contract"

export type SandboxedCommand = {
  /** Absolute path, and arguments as they are: no shell in between. */
  readonly file: string
  readonly args: readonly string[]
  readonly workspace: string
  readonly confinement: Confinement
  /** Folders that do not exist for the program, whatever its profile: the app's data, keys (T13, T17). */
  readonly hidden: readonly string[]
}

/** What to spawn instead. */
export type WrappedCommand = { readonly file: string; readonly args: readonly string[] }

export interface Sandbox {
  /** Runs something in it and looks whether the walls hold. */
  probe(signal: AbortSignal): Promise<SandboxStatus>
  /** null when there is no sandbox: the caller decides whether to run without, and says so. */
  wrap(command: SandboxedCommand): WrappedCommand | null
}
