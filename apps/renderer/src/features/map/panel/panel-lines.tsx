// Owns: the last words of an agent on its panel. Read while the panel is there, and drawn four times a second at most, however fast it writes.

import type { AgentId } from "@kibitz/contract"
import { useEffect, useState } from "react"
import type { HasReplica } from "../../../kernel/session/offers.ts"
import { useSession, useSettings } from "../../../kernel/session/session-context.ts"
import { lastLines } from "./last-lines.ts"

const APART_MS = 250

export function PanelLines({ agentId }: { agentId: AgentId }) {
  const lines = useLastLines(agentId)
  if (lines.length === 0) return null
  return (
    <div className="panel-lines">
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: three lines that scroll by, without a name of their own
        <p key={at} dir="auto">
          {line}
        </p>
      ))}
    </div>
  )
}

function useLastLines(agentId: AgentId): readonly string[] {
  const { replica } = useSession<HasReplica>()
  const tag = useSettings()?.completionSignal ?? "chorus"
  const [lines, setLines] = useState<readonly string[]>([])
  useEffect(() => {
    const transcript = replica.openTranscript(agentId)
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = transcript.store.subscribe(() => {
      timer ??= setTimeout(() => {
        timer = undefined
        setLines((before) => same(before, lastLines(transcript.store.getState(), tag)))
      }, APART_MS)
    })
    return () => {
      clearTimeout(timer)
      stop()
      transcript.close()
    }
  }, [replica, agentId, tag])
  return lines
}

function same(before: readonly string[], after: readonly string[]): readonly string[] {
  return before.length === after.length && before.every((line, at) => line === after[at]) ? before : after
}
