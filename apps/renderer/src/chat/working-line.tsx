// Owns: the line above the composer: what the agent does right now, for how long, and the way to stop it.
import { type Agent, type Instant, type Turn, toInstant } from "@kibitz/contract"
import { agentStatus } from "@kibitz/domain"
import { Square } from "lucide-react"
import { useState } from "react"
import { useStore } from "zustand"
import { useAgent, useAgentId, useScreen, useSession, useTranscript } from "../app/session-context.ts"
import { keyHint } from "../app/shortcuts.ts"
import { useMsSince } from "../ui/clock.ts"
import { formatElapsed, formatWait } from "../ui/numbers.ts"
import { StatusGlyph } from "../ui/status-glyph.tsx"
import { describeCall } from "./describe-call.ts"
import { liveHasBody } from "./rows.ts"

const SLOW_MS = 10_000
const STUCK_MS = 30_000

export function WorkingLine({ agent }: { agent: string }) {
  const agentId = useAgentId()
  const turn = useAgent(agentId, (state) => state.turn) ?? null
  const spoke = useTranscript((state) => state.items.length > 0)
  const remark = useScreen((state) => state.remark)
  const isSending = useStore(useSession().outbox.store, (unsent) =>
    unsent.some((one) => one.agentId === agentId && one.refusal === null),
  )
  return (
    <div
      className="working-line"
      data-testid="working-line"
      data-state={turn ? turn.status.kind : isSending ? "sending" : "idle"}
    >
      {turn ? <Working turn={turn} /> : isSending ? <Sending /> : <Idle agent={agent} spoke={spoke} />}
      {remark !== null && (
        <span className={`remark remark-${remark.tone}`} role={remark.tone === "problem" ? "alert" : "status"}>
          {remark.text}
        </span>
      )}
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

function Idle({ agent, spoke }: { agent: string; spoke: boolean }) {
  const agentId = useAgentId()
  const failed = useAgent(agentId, trouble)
  if (!spoke) return null
  return (
    <>
      <StatusGlyph status={failed ? "failed" : "yours"} />
      <span className="faint">{failed ? `${agent} ${failed}` : "your turn"}</span>
    </>
  )
}

/** Paused: something outside has to change first. Stopped: trying again may be enough. */
function trouble(agent: Agent): "is paused" | "stopped" | null {
  if (agent.trouble === null) return null
  return agent.trouble.parked ? "is paused" : "stopped"
}

function Working({ turn }: { turn: Turn }) {
  const session = useSession()
  const agentId = useAgentId()
  const isWriting = useTranscript((state) => state.live !== null && liveHasBody(state.live))
  const elapsed = useMsSince(turn.startedAt)
  const waiting = useMsSince(useSince(`${turn.id} ${turn.step} ${turn.attempt} ${turn.status.kind} ${isWriting}`))
  const isStuck = turn.status.kind === "asking" && !isWriting && waiting >= STUCK_MS
  const { status } = turn
  const needsYou = useAgent(agentId, (agent) => agentStatus(agent) === "needs-you") === true
  return (
    <>
      <StatusGlyph status={needsYou ? "needs-you" : status.kind === "delayed" ? "retrying" : "working"} />
      <span>{status.kind === "stopping" ? "stopping…" : needsYou ? "waits for you" : "working…"}</span>{" "}
      <span className="elapsed">{formatElapsed(elapsed)}</span>
      <Doing turn={turn} isWriting={isWriting} waiting={waiting} />
      {isStuck && (
        <button type="button" className="button button-small" onClick={() => session.restart(agentId)}>
          Retry
        </button>
      )}
      {status.kind === "delayed" && status.failure.kind !== "rate_limited" && (
        <button type="button" className="button button-small" onClick={() => void session.ask({ type: "turn.retry", agentId })}>
          Try now
        </button>
      )}
      <button
        type="button"
        className="button button-small stop"
        data-testid="stop"
        title={`Stop and keep what has come (${keyHint("stop")})`}
        disabled={status.kind === "stopping"}
        onClick={() => void session.ask({ type: "turn.interrupt", agentId })}
      >
        <Square size="0.6875rem" aria-hidden fill="currentColor" /> Stop
      </button>
    </>
  )
}

function Doing({ turn, isWriting, waiting }: { turn: Turn; isWriting: boolean; waiting: number }) {
  const until = turn.status.kind === "delayed" ? turn.status.until : null
  const left = -useMsSince(until)
  const text = (() => {
    if (until !== null) return left > 0 ? `next try in ${formatWait(left)}` : "trying again"
    if (turn.status.kind === "calling") {
      const running = turn.calls.find((call) => call.status === "allowed")
      if (!running) return ""
      const { doing, object } = describeCall(running.capability, running.input)
      return `${doing} ${object}`
    }
    if (turn.status.kind === "asking" && !isWriting && waiting >= SLOW_MS) return "still waiting for the model"
    return ""
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

function nowInstant(): Instant {
  return toInstant(Temporal.Now.instant())
}
