// Owns: what an agent does right now: where it stands and what proves it, how far it is, what it has promised, what waits to be told to it.

import type { Agent, AgentId, CheckOutcome } from "@kibitz/contract"
import { agentStatus, modelFor } from "@kibitz/domain"
import { Fragment } from "react"
import { AgentControls } from "../../kernel/agents/agent-controls.tsx"
import { doingOf } from "../../kernel/agents/doing.ts"
import { useJoinWord } from "../../kernel/agents/join-word.ts"
import { needsOf, showsTerm, signOf } from "../../kernel/agents/status-glyphs.ts"
import { Evidence, Standing } from "../../kernel/agents/told-lines.tsx"
import { CogitationTerm } from "../../kernel/cogitation/term.tsx"
import { visibleProse, visibleText } from "../../kernel/markdown/visible.ts"
import { useAgent, useConnection, useSettings, useView, useWorldNow } from "../../kernel/session/session-context.ts"
import { useCoarseNow, useMsSince } from "../../kernel/ui/clock.ts"
import { formatElapsed } from "../../kernel/ui/numbers.ts"
import { type Glyph, StatusGlyph } from "../../kernel/ui/status-glyph.tsx"
import { paneOf } from "../../kernel/view/view.ts"
import { itemLine, kindWord, oneLine } from "../../kernel/words/attention-copy.ts"
import { callsAtWork } from "../../kernel/words/describe-call.ts"
import type { InspectorWays } from "./inspector.tsx"
import { promisesOf, runParts } from "./inspector-facts.ts"

export function NowTab({ agentId, ways }: { agentId: AgentId; ways: InspectorWays }) {
  const agent = useAgent(agentId, (state) => state)
  const settings = useSettings()
  const word = useJoinWord()
  // Where one only looks nobody is joined, however open the chat is.
  const isOpen = useView((view) => paneOf(view, agentId) !== undefined)
  if (!agent || !settings) return null
  return (
    <>
      <Status agent={agent} />
      <p className="inspector-text">{visibleProse(agent.assignment ?? unassigned(agent))}</p>
      {agent.standing.kind === "done" && <p className="inspector-text">{visibleProse(doingOf(agent) ?? "")}</p>}
      {agent.progress && agent.standing.kind !== "done" && (
        <Progress percent={agent.progress.percent} note={agent.progress.note} />
      )}
      <p className="inspector-line" data-testid="run-line">
        {runParts(agent, settings.limits).map((part, at) => (
          <Fragment key={part}>
            {at > 0 && " · "}
            <span className="inspector-part">{part}</span>
          </Fragment>
        ))}
      </p>
      <Model agent={agent} />
      <Promises agent={agent} />
      <Queue agent={agent} />
      <div className="inspector-ways">
        {!agent.presence && !isOpen && (
          <button type="button" className="button button-primary" onClick={() => ways.join(agentId)}>
            {word} <bdi>{agent.name}</bdi>
          </button>
        )}
        <AgentControls agentId={agentId} />
      </div>
    </>
  )
}

function unassigned({ addressed }: Agent): string {
  return addressed ? "What you said to it is what it works on." : "No assignment yet. What you say to it is what it works on."
}

function Status({ agent }: { agent: Agent }) {
  const world = useWorldNow()()
  const coarse = useCoarseNow()
  const worked = useMsSince(agent.turn?.startedAt ?? null)
  if (!world) return null
  const status = agentStatus(agent, coarse)
  const doing = agent.turn ? callsAtWork(agent.turn.calls) : ""
  const [asks] = needsOf(world, agent)
  return (
    <div className="inspector-status">
      <p>
        <StatusGlyph status={signOf(world, agent, status)} />
        <span>
          {showsTerm(world, agent, status) ? (
            <CogitationTerm agentId={agent.id} />
          ) : (
            <Standing agentId={agent.id} status={status} />
          )}
        </span>
        {agent.turn && <span className="inspector-age">{formatElapsed(worked)}</span>}
      </p>
      {asks && (
        <p className="inspector-asks" dir="auto">
          <strong>{kindWord(asks)}</strong> {itemLine(asks)}
        </p>
      )}
      {doing !== "" && <p className="inspector-line">{doing}</p>}
      <p className="inspector-age" data-testid="inspector-evidence">
        <Evidence agentId={agent.id} />
      </p>
    </div>
  )
}

function Progress({ percent, note }: { percent: number; note: string }) {
  const shown = Math.round(Math.max(0, Math.min(100, percent)))
  return (
    <div className="inspector-progress">
      <progress max={100} value={shown} aria-label="Progress it has told" />
      <span className="inspector-percent">{shown} %</span>
      <p className="inspector-text">{visibleProse(note)}</p>
    </div>
  )
}

function Model({ agent }: { agent: Agent }) {
  const settings = useSettings()
  const isRehearsal = useConnection()?.using === "rehearsal" || agent.rehearsal
  if (!settings) return null
  return (
    <p className="inspector-line">
      {isRehearsal ? "rehearsal model" : modelFor(settings, agent).model}
      {agent.model === null ? ` · for ${agent.posture.modelMode} work` : " · chosen by name"}
    </p>
  )
}

const results: Readonly<Record<CheckOutcome["result"], { readonly glyph: Glyph; readonly word: string }>> = {
  passed: { glyph: "done", word: "passed" },
  failed: { glyph: "failed", word: "failed" },
  "not-run": { glyph: "gone", word: "not run" },
}

function Promises({ agent }: { agent: Agent }) {
  const promises = promisesOf(agent)
  if (promises.length === 0) return null
  return (
    <section aria-label="Commitments" className="inspector-part">
      <h3>Commitments</h3>
      <ul>
        {promises.map(({ commitment, last }) => {
          const { glyph, word } = last ? results[last.result] : { glyph: "idle" as const, word: "not checked yet" }
          return (
            <li
              key={commitment.callId}
              className="inspector-row"
              title={last?.detail ? visibleText(last.detail).slice(-600) : undefined}
            >
              <StatusGlyph status={glyph} />
              <code>{visibleText(commitment.command)}</code>
              <span className="inspector-age">{word}</span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function Queue({ agent: { queue } }: { agent: Agent }) {
  if (queue.length === 0) return null
  return (
    <section aria-label="Next up" className="inspector-part">
      <h3>Next up</h3>
      <ol>
        {queue.map((message) => (
          <li key={message.id} className="inspector-row">
            <span className="inspector-cut">{oneLine(visibleProse(message.text))}</span>
            {message.delivery === "now" && <span className="inspector-age">after this step</span>}
          </li>
        ))}
      </ol>
    </section>
  )
}
