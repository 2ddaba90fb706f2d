// Owns: one agent's chat, opened when it is drawn and closed when it is not.
import { jakeId } from "@kibitz/contract"
import { useEffect, useState } from "react"
import { TranscriptContext, useAgent, useSession } from "../app/session-context.ts"
import type { Transcript } from "../replica/replica.ts"
import { Announcer } from "./announcer.tsx"
import "./chat.css"
import { Composer } from "./composer.tsx"
import { NextUp } from "./next-up.tsx"
import { TranscriptView } from "./transcript.tsx"
import { WorkingLine } from "./working-line.tsx"

export function Chat() {
  const { replica } = useSession()
  const agent = useAgent(jakeId, (state) => state.name) ?? "Jake"
  const [transcript, setTranscript] = useState<Transcript | null>(null)
  useEffect(() => {
    const opened = replica.openTranscript(jakeId)
    setTranscript(opened)
    return () => opened.close()
  }, [replica])
  return (
    <section className="chat" data-testid="chat-jake" aria-label={`Chat with ${agent}`}>
      <h1 className="visually-hidden">Chat with {agent}</h1>
      {transcript && (
        <TranscriptContext value={transcript}>
          <TranscriptView agent={agent} />
          <div className="chat-foot">
            <WorkingLine agent={agent} />
            <NextUp agent={agent} />
            <Composer agent={agent} />
          </div>
          <Announcer agent={agent} />
        </TranscriptContext>
      )}
    </section>
  )
}
