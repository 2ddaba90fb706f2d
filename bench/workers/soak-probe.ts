// Loaded into the built host before it starts (--import, with --expose-gc and an IPC channel): answers what the memory looks like from inside.
import { readdirSync } from "node:fs"
import { writeHeapSnapshot } from "node:v8"

export type ProbeAsk = { readonly ask: "sample" } | { readonly ask: "snapshot"; readonly file: string }
/** In bytes. `rss` and `heapTotal` are taken before the collection, everything else after it. */
export type ProbeSample = {
  readonly rss: number
  readonly heapTotal: number
  readonly heapUsed: number
  readonly external: number
  readonly descriptors: number
}

process.on("message", (asked: ProbeAsk) => {
  if (asked.ask === "snapshot") {
    process.send?.({ file: writeHeapSnapshot(asked.file) })
    return
  }
  const { rss, heapTotal } = process.memoryUsage()
  // Twice: what the first one finalises is free only after the second.
  globalThis.gc?.()
  globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  process.send?.({ rss, heapTotal, heapUsed, external, descriptors: readdirSync("/proc/self/fd").length } satisfies ProbeSample)
})
