// Owns: asking the colour worker, one question at a time per block of code, and stopping it when no code is on screen.
import type { Line } from "./highlighter.ts"
import type { Language } from "./languages.ts"

export type ColourRequest =
  | {
      readonly type: "colour"
      readonly block: number
      readonly language: Language
      readonly code: string
      readonly isGrowing: boolean
    }
  | { readonly type: "close"; readonly block: number }
export type ColourAnswer = { readonly block: number; readonly from: number; readonly lines: readonly Line[] }

export type Colouring = {
  /** Only the newest text matters: one that comes while another is being coloured replaces any that waits. */
  colour(code: string, isGrowing: boolean): void
  close(): void
}

const IDLE_MS = 30_000

let worker: Worker | null = null
let idle: ReturnType<typeof setTimeout> | undefined
let lastBlock = 0
const open = new Map<number, (answer: ColourAnswer) => void>()

export function openColouring(language: Language, onLines: (from: number, lines: readonly Line[]) => void): Colouring {
  clearTimeout(idle)
  worker ??= startWorker()
  const block = ++lastBlock
  let isAsking = false
  let waiting: { code: string; isGrowing: boolean } | null = null

  function ask(code: string, isGrowing: boolean): void {
    isAsking = true
    worker?.postMessage({ type: "colour", block, language, code, isGrowing } satisfies ColourRequest)
  }

  open.set(block, ({ from, lines }) => {
    isAsking = false
    onLines(from, lines)
    if (!waiting) return
    const { code, isGrowing } = waiting
    waiting = null
    ask(code, isGrowing)
  })

  return {
    colour: (code, isGrowing) => {
      if (isAsking) waiting = { code, isGrowing }
      else ask(code, isGrowing)
    },
    close: () => {
      open.delete(block)
      worker?.postMessage({ type: "close", block } satisfies ColourRequest)
      if (open.size === 0) idle = setTimeout(stopWorker, IDLE_MS)
    },
  }
}

function startWorker(): Worker {
  const started = new Worker(new URL("./colour-worker.ts", import.meta.url), { type: "module" })
  started.onmessage = (event: MessageEvent<ColourAnswer>) => open.get(event.data.block)?.(event.data)
  return started
}

function stopWorker(): void {
  worker?.terminate()
  worker = null
}
