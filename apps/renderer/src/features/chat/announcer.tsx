// Owns: what a screen reader hears of a conversation: whole sentences, at most every two seconds, of the chat that has the keys. The visible log is
// silent (ux 7.4). That the full reply is announced at the end means that by then all of it was: whoever has heard its sentences hears only the rest
// after the last of them, and nothing twice; whoever wants it at the end only hears the whole of it there.

import { useEffect, useRef } from "react"
import { useStore } from "zustand"
import { preferencesOf } from "../../kernel/preferences/screen-preferences.ts"
import type { TranscriptState } from "../../kernel/replica/transcript-state.ts"
import type { HasKeep } from "../../kernel/session/offers.ts"
import { useSession, useTranscriptHandle } from "../../kernel/session/session-context.ts"
import { endedText, lastWords, liveText, nextSentences, yourTurn } from "./sentences.ts"

const PAUSE_MS = 2000

/** `hasKeys`: this is the chat the user is in; the others are silent. */
export function Announcer({ agent, hasKeys }: { agent: string; hasKeys: boolean }) {
  const { store } = useTranscriptHandle()
  const { keep } = useSession<HasKeep>()
  const announce = useStore(preferencesOf(keep).store, (preferences) => preferences.announce)
  const region = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!hasKeys || announce === "off") return
    // What was written before one came here is on the screen, and is not read out.
    let { reply, said } = announce === "sentences" ? begun(store.getState()) : { reply: "", said: 0 }
    let timer: ReturnType<typeof setTimeout> | undefined

    const say = (text: string) => {
      if (region.current && text !== "") region.current.textContent = text
    }
    const speak = () => {
      timer = undefined
      const next = nextSentences(liveText(store.getState().live), said)
      said = next.upTo
      say(next.text)
    }
    const stop = store.subscribe((state, before) => {
      const live = keyOf(state)
      if (live !== null && live !== reply) {
        reply = live
        said = 0
      }
      if (live !== null && announce === "sentences") timer ??= setTimeout(speak, PAUSE_MS)
      else if (live === null && before.live !== null) {
        clearTimeout(timer)
        timer = undefined
        say(`${lastWords(endedText(before.live, state.items), said)} ${stopped(state, agent)}`.trim())
      }
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [store, agent, hasKeys, announce])
  return <div ref={region} className="visually-hidden" role="status" aria-live="polite" aria-label={`${agent} says`} />
}

/** A reply that calls for something is not the end of the turn. */
function stopped({ items }: TranscriptState, agent: string): string {
  const last = items.at(-1)
  if (last?.kind === "notice") return `${agent} stopped.`
  return last?.kind === "reply" && last.stopReason === "end_turn" ? yourTurn(agent, "finished") : ""
}

function begun(state: TranscriptState): { reply: string; said: number } {
  return { reply: keyOf(state) ?? "", said: liveText(state.live).length }
}

function keyOf({ live }: TranscriptState): string | null {
  return live && `${live.turnId}:${live.step}`
}
