// Owns: finding a text or an expression in the text of a file. An expression runs in a thread of its own that is ended when it takes
// too long: a model writes real JavaScript expressions, and no check of an expression tells which of them run for ever.
import { Worker } from "node:worker_threads"
import { type Refusal, refuse } from "./confine.ts"

const FILE_LIMIT_MS = 2000
const MEMORY_MB = 256

/** Where matches begin, at most one per line, at most `most`. */
export type Matcher = {
  find(text: string, most: number): Promise<readonly number[] | "too-slow">
  close(): Promise<void>
}

export type Wanted = { readonly text: string; readonly regex: boolean; readonly matchCase: boolean }

export function matcherFor(wanted: Wanted): Matcher | Refusal {
  const flags = wanted.matchCase ? "gm" : "gmi"
  if (!wanted.regex) {
    // Without a quantifier an expression cannot go back and forth: this one is safe to run here.
    const expression = new RegExp(RegExp.escape(wanted.text.replaceAll("\r\n", "\n")), `${flags}u`)
    return { find: async (text, most) => findAll(expression, text, most), close: async () => undefined }
  }
  const parsed = parse(wanted.text, flags)
  if (parsed instanceof Error) return refuse(`The expression does not parse: ${parsed.message}.`)
  return workerMatcher(parsed)
}

/** By the stricter rules if it is written to them, because only these know characters beyond 16 bits. */
function parse(source: string, flags: string): RegExp | Error {
  for (const variant of [`${flags}u`, flags]) {
    try {
      return new RegExp(source, variant)
    } catch (cause) {
      if (variant === flags) return cause as Error
    }
  }
  return new Error("unknown")
}

/** Also the thread's own source, so it must not use anything from outside. */
function findAll(expression: RegExp, text: string, most: number): number[] {
  const found: number[] = []
  expression.lastIndex = 0
  while (found.length < most) {
    const match = expression.exec(text)
    if (match === null) break
    found.push(match.index)
    // On to the next line: one match per line is enough to find it.
    const next = text.indexOf("\n", match.index)
    if (next === -1) break
    expression.lastIndex = next + 1
  }
  return found
}

const source = `
const { parentPort, workerData } = require("node:worker_threads")
const expression = new RegExp(workerData.source, workerData.flags)
const findAll = (${findAll.toString()})
parentPort.on("message", ({ text, most }) => parentPort.postMessage(findAll(expression, text, most)))
`

function workerMatcher({ source: pattern, flags }: RegExp): Matcher {
  const worker = new Worker(source, {
    eval: true,
    workerData: { source: pattern, flags },
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  })
  worker.unref()
  let failed = false
  return {
    find(text, most) {
      if (failed) return Promise.resolve("too-slow")
      return new Promise((resolve) => {
        const settle = (result: readonly number[] | "too-slow") => {
          clearTimeout(timer)
          worker.removeAllListeners()
          if (result === "too-slow") {
            failed = true
            void worker.terminate()
          }
          resolve(result)
        }
        const timer = setTimeout(() => settle("too-slow"), FILE_LIMIT_MS)
        worker.once("message", settle)
        worker.once("error", () => settle("too-slow"))
        worker.once("exit", () => settle("too-slow"))
        worker.postMessage({ text, most })
      })
    },
    close: async () => void (await worker.terminate()),
  }
}
