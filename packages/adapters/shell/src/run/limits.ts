// Owns: how much of the machine one command may take (T30), and the part of it that the kernel enforces.
import { availableParallelism, totalmem } from "node:os"

export type RunLimits = {
  readonly processes: number
  readonly memoryBytes: number
  /** Of one file. */
  readonly fileBytes: number
  readonly openFiles: number
}

const GIB = 2 ** 30
const processors = availableParallelism()

export function defaultLimits(): RunLimits {
  return {
    processes: Math.max(512, 16 * processors),
    memoryBytes: Math.max(GIB, Math.floor(totalmem() / 2)),
    fileBytes: 8 * GIB,
    openFiles: 16_384,
  }
}

/** The kernel counts threads as well, and for root it does not count at all: the watchdog is there for both. */
const threadsPerProcess = 4

/**
 * What bash does before it reads the command, on the same line so that line numbers in its messages stay right. Hard limits: nobody can
 * raise them again. Written to by all, the app is the last that a machine without memory ends.
 */
export function prelude(limits: RunLimits, timeoutSeconds: number): string {
  const cpuSeconds = (timeoutSeconds + 10) * processors
  const bounds = [
    "ulimit -c 0",
    `ulimit -f ${Math.ceil(limits.fileBytes / 1024)}`,
    `ulimit -n ${limits.openFiles}`,
    `ulimit -t ${cpuSeconds}`,
    `ulimit -u ${limits.processes * threadsPerProcess}`,
  ]
  return `{ ${bounds.join("; ")}; echo 1000 >/proc/$$/oom_score_adj; } 2>/dev/null; exec 2>&1; `
}
