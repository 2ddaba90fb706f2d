// Owns: what a screen reader hears of a conversation: whole sentences, at most every two seconds. The visible log is silent.
import { useEffect, useRef } from "react"
import { useTranscriptHandle } from "../app/session-context.ts"
import type { TranscriptState } from "../replica/transcript-state.ts"
import { lastWords, nextSentences } from "./sentences.ts"

const PAUSE_MS = 2000

export function Announcer({ agent }: { agent: string }) {
  const { store } = useTranscriptHandle()
  const region = useRef<HTMLDivElement>(null)
  useEffect(() => {
    let reply = ""
    let said = 0
    let timer: ReturnType<typeof setTimeout> | undefined

    const say = (text: string) => {
      if (region.current && text !== "") region.current.textContent = text
    }
    const speak = () => {
      timer = undefined
      const next = nextSentences(textOf(store.getState()), said)
      said = next.upTo
      say(next.text)
    }
    const stop = store.subscribe((state, before) => {
      const live = state.live && `${state.live.turnId}:${state.live.step}`
      if (live !== null && live !== reply) {
        reply = live
        said = 0
      }
      if (live !== null) timer ??= setTimeout(speak, PAUSE_MS)
      else if (before.live !== null) {
        clearTimeout(timer)
        timer = undefined
        const ended = state.items.at(-1)?.kind
        const rest = lastWords(textOf(before), said)
        say(ended === "notice" ? `${rest} ${agent} stopped.` : rest)
      }
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [store, agent])
  return <div ref={region} className="visually-hidden" role="status" aria-live="polite" aria-label={`${agent} says`} />
}

function textOf(state: TranscriptState): string {
  return state.live?.blocks.flatMap((block) => (block.kind === "text" ? [block.text] : [])).join("\n") ?? ""
}
