// Owns: a look at an agent without joining it: where it stands, what it asks, and what it said last. It is an overlay: nobody is joined or left by it.

import type { AgentId } from "@kibitz/contract"
import { useEffect, useLayoutEffect, useState } from "react"
import { useJoinWord } from "../../kernel/agents/join-word.ts"
import { Glance } from "../../kernel/glance/glance.tsx"
import type { Transcript } from "../../kernel/replica/open-transcript.ts"
import type { HasReplica, Places } from "../../kernel/session/offers.ts"
import { AgentContext, TranscriptContext, useAgent, useSession } from "../../kernel/session/session-context.ts"
import { Dialog } from "../../kernel/ui/dialog.tsx"
import { goToChat } from "../../kernel/ways/go-to-chat.ts"
import { TranscriptView } from "./transcript/transcript.tsx"

const READING = "[data-region=transcript]"

export function Peek({ agentId, onClose }: { agentId: AgentId; onClose(): void }) {
  const session = useSession<Places>()
  const agent = useAgent(agentId, (state) => state)
  const transcript = useTranscriptOf(agentId)
  const close = useSpace(onClose)
  const word = useJoinWord()
  if (!agent) return null
  const { name } = agent
  return (
    <Dialog title={`A look at ${name}, not joined`} testId="peek" className="peek" onClose={onClose}>
      <div ref={close} className="peek-glance">
        <div className="peek-facts">
          <Glance agent={agent} />
        </div>
        <button
          type="button"
          className="button button-small button-primary peek-join"
          onClick={() => {
            onClose()
            goToChat(session, agentId)
          }}
        >
          {word} {name}
        </button>
      </div>
      {transcript && (
        <AgentContext value={agentId}>
          <TranscriptContext value={transcript}>
            <TranscriptView key={agentId} agent={name} />
            <ReadFirst />
          </TranscriptContext>
        </AgentContext>
      )}
    </Dialog>
  )
}

/** In the same step in which the dialog opens: the browser would put the focus on Close, where the keys that scroll do nothing and Enter ends the look. */
function ReadFirst() {
  useLayoutEffect(() => document.querySelector<HTMLElement>(`.peek ${READING}`)?.focus(), [])
  return null
}

function useTranscriptOf(agentId: AgentId): Transcript | null {
  const { replica } = useSession<HasReplica>()
  const [transcript, setTranscript] = useState<Transcript | null>(null)
  useLayoutEffect(() => {
    const opened = replica.openTranscript(agentId)
    setTranscript(opened)
    return () => opened.close()
  }, [replica, agentId])
  return transcript
}

/** The key that opened it closes it (ux 2.2), unless a control has it: what is read is none. */
function useSpace(onClose: () => void) {
  const [element, setElement] = useState<HTMLElement | null>(null)
  useEffect(() => {
    const dialog = element?.closest("dialog")
    const onKeyDown = (event: KeyboardEvent) => {
      const control = event.target instanceof Element && event.target.closest("button, a, input, textarea, summary, [tabindex]")
      if (event.key !== " " || event.repeat || (control && control !== dialog && !control.matches(READING))) return
      event.preventDefault()
      onClose()
    }
    dialog?.addEventListener("keydown", onKeyDown)
    return () => dialog?.removeEventListener("keydown", onKeyDown)
  }, [element, onClose])
  return setElement
}
