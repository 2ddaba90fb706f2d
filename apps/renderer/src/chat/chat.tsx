// Owns: one agent's chat, opened when it is drawn and closed when it is not. What waits for the user stands above the composer, whoever
// it is from.
import type { AgentId } from "@kibitz/contract"
import { useEffect, useState } from "react"
import { AgentContext, TranscriptContext, useAgent, useScreen, useSession } from "../app/session-context.ts"
import { AttentionStrip } from "../attention/attention-strip.tsx"
import type { Transcript } from "../replica/replica.ts"
import { Announcer } from "./announcer.tsx"
import "./chat.css"
import { Composer } from "./composer.tsx"
import { NextUp } from "./next-up.tsx"
import { TranscriptView } from "./transcript.tsx"
import { WorkingLine } from "./working-line.tsx"

export function Chat() {
  const { replica } = useSession()
  const agentId = useScreen((state) => state.agentId)
  const agent = useAgent(agentId, (state) => state.name) ?? "Jake"
  const [opened, setOpened] = useState<{ of: AgentId; transcript: Transcript } | null>(null)
  useEffect(() => {
    const transcript = replica.openTranscript(agentId)
    setOpened({ of: agentId, transcript })
    return () => transcript.close()
  }, [replica, agentId])
  return (
    <section className="chat" data-testid={`chat-${agentId}`} aria-label={`Chat with ${agent}`}>
      <h1 className="visually-hidden">Chat with {agent}</h1>
      {opened && (
        <AgentContext value={opened.of}>
          <TranscriptContext value={opened.transcript}>
            <TranscriptView key={opened.of} agent={agent} />
            <div className="chat-foot">
              <WorkingLine agent={agent} />
              <AttentionStrip />
              <NextUp agent={agent} />
              <Composer key={opened.of} agent={agent} />
            </div>
            <Announcer agent={agent} />
          </TranscriptContext>
        </AgentContext>
      )}
    </section>
  )
}
