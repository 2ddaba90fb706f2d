// Owns: one agent at a glance, not joined: what it does, its posture, what it asks and what it said last. On the map's panels and in the peek. A
// question with options is answered here without joining; nothing else is (card law 7).

import type { Agent, AgentId, AttentionItem, QuestionItem } from "@kibitz/contract"
import { agentStatus, fanoutOf, isSnoozed } from "@kibitz/domain"
import { type KeyboardEvent, useRef, useState } from "react"
import { doingOf } from "../agents/doing.ts"
import { useCardClock } from "../attention/card-tools.ts"
import { CogitationTerm } from "../cogitation/term.tsx"
import { afterAnswer } from "../desk/after-answer.ts"
import { plainProse } from "../markdown/plain.ts"
import { visibleProse } from "../markdown/visible.ts"
import { PostureFace } from "../posture/face.tsx"
import type { Asks, HasReplica, Waiting } from "../session/offers.ts"
import { useAgent, useSession, useWorld, useWorldNow } from "../session/session-context.ts"
import { nowInstant, useCoarseNow, useMsSince } from "../ui/clock.ts"
import { formatElapsed } from "../ui/numbers.ts"
import { agentsWait, itemLine, kindWord, oneLine } from "../words/attention-copy.ts"
import "./glance.css"
import { Standing } from "../agents/told-lines.tsx"
import { ChangeButton } from "../controls/change-button.tsx"

/** The state in words, the full badge, what waits or what it works on, and how far it is. */
export function Glance({ agent }: { agent: Agent }) {
  const coarse = useCoarseNow()
  const world = useWorldNow()()
  const [item] = useItems(agent.id)
  if (!world) return null
  const status = agentStatus(agent, coarse)
  const asks = item !== undefined && item.tier <= 1
  return (
    <>
      <p className={`glance-word word-${asks ? "needs-you" : status}`}>
        {status === "working" && !asks ? (
          <>
            <CogitationTerm agentId={agent.id} /> <Elapsed since={agent.turn?.startedAt ?? null} />
          </>
        ) : (
          <Standing agentId={agent.id} status={status} />
        )}
      </p>
      {/* The full badge, to be read; it is changed where one talks to the agent. */}
      <p className="glance-posture">
        <PostureFace agentId={agent.id} isPhaseNamed />
      </p>
      {item ? <Held item={item} /> : <Doing agent={agent} />}
      {agent.progress && !asks && status !== "done" && (
        <progress className="glance-progress" max={100} value={agent.progress.percent} aria-label="Progress" />
      )}
    </>
  )
}

/** Nobody has told it anything yet. */
export function hasNothing(agent: Agent): boolean {
  return !doingOf(agent) && !agent.addressed
}

function Doing({ agent }: { agent: Agent }) {
  const doing = doingOf(agent)
  if (hasNothing(agent)) return <p className="glance-nothing">Nothing to do yet. What you tell it is what it works on.</p>
  return doing ? <p className="glance-doing">{oneLine(plainProse(doing))}</p> : null
}

function Elapsed({ since }: { since: Parameters<typeof useMsSince>[0] }) {
  const ms = useMsSince(since)
  return since === null ? null : <span className="glance-elapsed">{formatElapsed(ms)}</span>
}

export function useItems(agentId: AgentId): readonly AttentionItem[] {
  const ids = useAgent(agentId, (agent) => agent.items)
  // The record of all that waits is a new object only when something came, went or was put off.
  const attention = useWorld(({ world }) => world?.attention)
  const worldNow = useWorldNow()
  const world = worldNow()
  if (!world || !attention || !ids) return []
  const now = nowInstant()
  return ids
    .flatMap((id) => attention[id] ?? [])
    .filter((item) => !isSnoozed(world, item, now))
    .sort((a, b) => a.tier - b.tier)
}

function Held({ item }: { item: AttentionItem }) {
  const fanout = useWorld(({ world }) => (world ? fanoutOf(world, item).size : 0))
  return (
    <fieldset className="glance-waiting" aria-label={kindWord(item)}>
      <p>
        <strong className={item.tier <= 1 ? "word-needs-you" : item.tier === 2 ? "word-stuck" : undefined}>
          {kindWord(item)}
        </strong>
        {fanout > 0 && ` · ${agentsWait(fanout)}`}
      </p>
      <p className="glance-asks">{itemLine(item)}</p>
      {item.kind === "question" && item.options.length > 0 && <Options key={item.id} item={item} />}
    </fieldset>
  )
}

/** Answering from here joins nobody; the agent goes on as it was (ux 2.3). */
function Options({ item }: { item: QuestionItem }) {
  const session = useSession<HasReplica & Waiting & Asks>()
  const element = useRef<HTMLDivElement>(null)
  const { clock, listens } = useCardClock(element)
  const [chosen, setChosen] = useState<number | null>(null)
  const choose = async (index: number, text: string) => {
    if (!clock.isArmed() || chosen !== null) return
    setChosen(index)
    const card = { items: [item.id], visibleMs: clock.visibleMs() }
    const { accepted } = await session.ask({ type: "question.answer", itemId: item.id, text, also: [] }, card)
    if (accepted) afterAnswer(session, { agentId: item.agentId, items: [item.id] })
    else setChosen(null)
  }
  return (
    <div ref={element} className="glance-options" data-listens={listens}>
      {item.options.map(({ label, detail }, index) => (
        <ChangeButton
          // biome-ignore lint/suspicious/noArrayIndexKey: the options of a question never change
          key={index}
          className="button button-small"
          title={detail === "" ? undefined : visibleProse(detail)}
          aria-disabled={!listens || chosen !== null}
          aria-pressed={chosen === index}
          onKeyDown={withoutRepeat}
          onClick={() => void choose(index, label)}
        >
          <bdi>{visibleProse(label)}</bdi>
          {item.preferred === index && <span className="glance-preferred">its pick</span>}
        </ChangeButton>
      ))}
    </div>
  )
}

/** A key held down must not answer. */
function withoutRepeat(event: KeyboardEvent): void {
  if (event.repeat) event.preventDefault()
}
