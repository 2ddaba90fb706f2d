// Owns: the line above the composer: where the agent stands right now, for how long, what proves it, and the way to stop it or let it go on.

import type { Agent, AgentId, Instant, Turn } from "@kibitz/contract"
import { agentStatus, hasObligation } from "@kibitz/domain"
import { Pause, Square } from "lucide-react"
import { useState } from "react"
import { useStore } from "zustand"
import { retryWords } from "../../kernel/agents/status-copy.ts"
import { askingGlyph, glyphOf, isYourTurn, needsOf, statusGlyphs } from "../../kernel/agents/status-glyphs.ts"
import { Evidence, Standing } from "../../kernel/agents/told-lines.tsx"
import { CogitationTerm } from "../../kernel/cogitation/term.tsx"
import { ChangeButton } from "../../kernel/controls/change-button.tsx"
import { useTitleWithKey } from "../../kernel/keyboard/use-keys.ts"
import type { Asks, Messages } from "../../kernel/session/offers.ts"
import { Remark } from "../../kernel/session/remark.tsx"
import { useAgent, useAgentId, useSession, useTranscript, useWorld } from "../../kernel/session/session-context.ts"
import { nowInstant, useCoarseNow, useMsSince, useTold } from "../../kernel/ui/clock.ts"
import { formatElapsed } from "../../kernel/ui/numbers.ts"
import { StatusGlyph } from "../../kernel/ui/status-glyph.tsx"
import { callsAtWork } from "../../kernel/words/describe-call.ts"
import { liveHasBody } from "./lines/rows.ts"
import { asksYou, yourTurn } from "./sentences.ts"
import "./working-line.css"

const SLOW_MS = 10_000
const STUCK_MS = 30_000
/** What happened a moment ago is on the screen anyway. */
const EVIDENCE_MS = 5_000

/** `hasKeys`: of chats side by side, the one the user is in says what was just done or refused. */
export function WorkingLine({ agent, hasKeys }: { agent: string; hasKeys: boolean }) {
  const agentId = useAgentId()
  const turn = useAgent(agentId, (state) => state.turn) ?? null
  const spoke = useTranscript((state) => state.items.some(({ kind }) => kind !== "presence"))
  const isSending = useStore(useSession<Messages>().outbox.store, (unsent) =>
    unsent.some((one) => one.agentId === agentId && one.refusal === null),
  )
  return (
    <div
      className="working-line"
      data-testid="working-line"
      data-state={turn ? turn.status.kind : isSending ? "sending" : "idle"}
    >
      {turn ? <Working turn={turn} /> : isSending ? <Sending /> : <Resting agent={agent} spoke={spoke} />}
      {hasKeys && <Remark />}
    </div>
  )
}

function Sending() {
  return (
    <>
      <StatusGlyph status="working" />
      <span>working…</span> <span className="elapsed">0:00</span>
    </>
  )
}

function Resting({ agent, spoke }: { agent: string; spoke: boolean }) {
  const agentId = useAgentId()
  const state = useAgent(agentId, (now) => now)
  const asks = useWorld(({ world }) => (world && state ? needsOf(world, state)[0] : undefined))
  if (!state) return null
  const failed = trouble(state)
  const status = agentStatus(state)
  if (failed) {
    return (
      <>
        <StatusGlyph status="failed" />
        <span className="faint">{`${agent} ${failed}`}</span>
      </>
    )
  }
  if (status === "waiting" && !spoke) return null
  return (
    <>
      <StatusGlyph status={asks ? askingGlyph(asks) : glyphOf(state, status)} />
      {asks ? (
        <span className="faint">{asksYou(agent, asks)}</span>
      ) : isYourTurn(state, status) ? (
        <span className="faint">{yourTurn(agent, state.lastTurn?.outcome ?? null)}</span>
      ) : (
        <span className="faint">
          <Standing agentId={agentId} status={agentStatus(state)} isOwn />
        </span>
      )}
      <GoOn agent={state} />
    </>
  )
}

function GoOn({ agent }: { agent: Agent }) {
  const session = useSession<Asks>()
  const { standing, id: agentId } = agent
  const goOn = (command: "agent.resume" | "agent.go-on") => () => void session.ask({ type: command, agentId })
  if (standing.kind === "paused") return <SmallButton label="Go on" onPress={goOn("agent.resume")} />
  if (standing.kind === "stuck" || (standing.kind === "stopped" && hasObligation(agent)))
    return <SmallButton label="Go on" onPress={goOn("agent.go-on")} />
  if (agent.due) return <SmallButton label="Go on now" onPress={goOn("agent.go-on")} />
  return null
}

function SmallButton({ label, onPress }: { label: string; onPress(): void }) {
  return (
    <ChangeButton className="button button-small" onClick={onPress}>
      {label}
    </ChangeButton>
  )
}

/** Paused: something outside has to change first. Stopped: trying again may be enough. */
function trouble(agent: Agent): "is paused" | "stopped" | null {
  if (agent.trouble === null || agent.due || agent.standing.kind !== "open") return null
  return agent.trouble.parked ? "is paused" : "stopped"
}

function Working({ turn }: { turn: Turn }) {
  const session = useSession<Asks>()
  const agentId = useAgentId()
  const isWriting = useTranscript((state) => state.live !== null && liveHasBody(state.live))
  const elapsed = useMsSince(turn.startedAt)
  const waiting = useMsSince(useSince(`${turn.id} ${turn.step} ${turn.attempt} ${turn.status.kind} ${isWriting}`))
  const isStuck = turn.status.kind === "asking" && !isWriting && waiting >= STUCK_MS
  const isFast = useAgent(agentId, ({ posture, model }) => posture.modelMode === "fast" || model !== null) === true
  const { status } = turn
  const coarse = useCoarseNow()
  const pause = useTitleWithKey("Pause: what waits is kept, and it goes on when you let it", "pause")
  const word = useAgent(agentId, (agent) => agentStatus(agent, coarse)) ?? "working"
  return (
    <>
      <StatusGlyph status={statusGlyphs[word]} />
      <Word word={word} isStopping={status.kind === "stopping"} isWriting={isWriting} />{" "}
      <span className="elapsed">{formatElapsed(elapsed)}</span>
      <Doing turn={turn} isWriting={isWriting} waiting={waiting} />
      {word !== "needs-you" && <Proof isWriting={isWriting && word !== "unverifiable"} />}
      {isStuck && <SmallButton label="Retry" onPress={() => session.restart(agentId)} />}
      {isStuck && !isFast && <SmallButton label="Switch to fast" onPress={() => switchToFast(session, agentId)} />}
      {status.kind === "delayed" && status.failure.kind !== "rate_limited" && (
        <SmallButton label="Try now" onPress={() => void session.ask({ type: "turn.retry", agentId })} />
      )}
      <span className="working-ways">
        <ChangeButton
          className="button button-small"
          data-testid="pause"
          title={pause}
          disabled={status.kind === "stopping"}
          onClick={() => void session.ask({ type: "agent.halt", agentId, how: "pause" })}
        >
          <Pause size="0.6875rem" aria-hidden fill="currentColor" /> Pause
        </ChangeButton>
        <ChangeButton
          className="button button-small stop"
          data-testid="stop"
          title="Stop and keep what has come"
          disabled={status.kind === "stopping"}
          onClick={() => void session.ask({ type: "turn.interrupt", agentId })}
        >
          <Square size="0.6875rem" aria-hidden fill="currentColor" /> Stop
        </ChangeButton>
      </span>
    </>
  )
}

/** The request that hangs is given up: the mode of the model counts from the next one on. */
function switchToFast(session: Asks, agentId: AgentId): void {
  const change = { type: "posture.change", agentId, changes: { modelMode: "fast" }, when: "now" } as const
  void session.ask(change).then((outcome) => {
    if (outcome.accepted) session.restart(agentId)
  })
}

type WordProps = { word: ReturnType<typeof agentStatus>; isStopping: boolean; isWriting: boolean }

/** The first word of a reply takes the place of the term in the same drawing: both come from the same transcript. */
function Word({ word, isStopping, isWriting }: WordProps) {
  const agentId = useAgentId()
  if (isStopping) return <span>stopping…</span>
  if (word === "working") return isWriting ? <span>writing</span> : <CogitationTerm agentId={agentId} isExplained />
  if (word === "needs-you") return <span>waits for you</span>
  return (
    <span>
      <Standing agentId={agentId} status={word} isOwn />
    </span>
  )
}

/** The last thing that proves it alive, once that is no longer plain to see. */
function Proof({ isWriting }: { isWriting: boolean }) {
  const agentId = useAgentId()
  const at = useAgent(agentId, (agent) => agent.evidence.at)
  const isOld = useTold((now) => at !== undefined && Date.parse(now) - Date.parse(at) >= EVIDENCE_MS)
  if (!isOld || isWriting) return null
  return (
    <span className="doing" data-testid="evidence">
      <Evidence agentId={agentId} />
    </span>
  )
}

function Doing({ turn, isWriting, waiting }: { turn: Turn; isWriting: boolean; waiting: number }) {
  const text = (() => {
    if (turn.status.kind === "calling") return callsAtWork(turn.calls)
    if (turn.status.kind !== "asking" || isWriting) return ""
    return [retryWords(turn), waiting >= SLOW_MS ? "still waiting for the model" : ""].filter(Boolean).join(" · ")
  })()
  return text === "" ? null : <span className="doing">{text}</span>
}

/** The moment at which `what` last became something else. */
function useSince(what: string): Instant {
  const [state, setState] = useState(() => ({ what, since: nowInstant() }))
  if (state.what === what) return state.since
  const next = { what, since: nowInstant() }
  setState(next)
  return next.since
}
