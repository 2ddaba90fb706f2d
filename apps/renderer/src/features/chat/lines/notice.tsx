// Owns: how notices look and what their buttons do. Which sentence, and which buttons, is decided in notice-copy.

import type { Instant, World } from "@kibitz/contract"
import { allAgents, type NoticeItem, type ReplyItem } from "@kibitz/domain"
import { Clock, TriangleAlert } from "lucide-react"
import { memo, useMemo } from "react"
import { ChangeButton } from "../../../kernel/controls/change-button.tsx"
import { visibleProse } from "../../../kernel/markdown/visible.ts"
import type { Asks, Frame, Messages } from "../../../kernel/session/offers.ts"
import { useAgent, useAgentId, useSession, useTranscript, useWorld } from "../../../kernel/session/session-context.ts"
import { formatTime, useMsSince } from "../../../kernel/ui/clock.ts"
import { countWords } from "../../../kernel/ui/numbers.ts"
import { isAskedWithoutKey } from "../../../kernel/words/connection-copy.ts"
import { type NoticeAction, type NoticeCopy, noticeCopy, stopCopy, takeUpText } from "./notice-copy.ts"
import { isLatestNotice } from "./rows.ts"
import "./notice.css"

const noModels: readonly string[] = []

type NoticeRowProps = { item: NoticeItem; agent: string; draft: string }

export const NoticeRow = memo(function NoticeRow({ item, agent, draft }: NoticeRowProps) {
  const { notice } = item
  const agentId = useAgentId()
  const isLatest = useTranscript((state) => isLatestNotice(state.items, item))
  const isIdle = useAgent(agentId, (state) => state.turn === null) === true
  const waitMs = -useMsSince(notice.type === "delayed" && isLatest ? notice.until : null)
  const named = useAgent(agentId, (state) => state.model) ?? null
  const models = useWorld(({ world }) => (world?.connection.check?.result === "ok" ? world.connection.check.models : noModels))
  const isKeyless = useWorld(({ world }) => world !== null && isAskedWithoutKey(world.connection)) === true
  const agents = useWorld(({ world }) => (world && isLatest ? heldUpLike(world, notice) : 1))
  const words = useMemo(() => countWords(draft), [draft])
  const copy = noticeCopy(notice, {
    agent,
    agents,
    words,
    waitMs: notice.type === "delayed" && !isLatest ? 0 : waitMs,
    named: isLatest ? named : null,
    models,
    isKeyless,
  })
  if (copy.tone === "quiet") {
    return (
      <div className="rule-row">
        <span className="rule-text">
          {copy.text} <TimeOf at={item.at} />
        </span>
        {isLatest && isIdle && <Actions actions={copy.actions} draft={draft} />}
      </div>
    )
  }
  return (
    <div className="row">
      <div className="row-speaker" />
      <div className="row-body">
        <NoticeBox copy={copy} hasActions={isLatest && isIdle} draft={draft} />
      </div>
      <div className="row-facts">
        <TimeOf at={item.at} />
      </div>
    </div>
  )
})

/** Below a reply that did not end by itself. */
export function StopNotice({ item, agent }: { item: ReplyItem; agent: string }) {
  const agentId = useAgentId()
  const isLatest = useTranscript((state) => state.items.at(-1) === item)
  const isIdle = useAgent(agentId, (state) => state.turn === null) === true
  const copy = stopCopy(item.stopReason, item.stopDetail, agent)
  return copy && <NoticeBox copy={copy} hasActions={isLatest && isIdle} />
}

/** Counted only where the sentence says so: it looks at everybody. */
function heldUpLike(world: World, notice: NoticeItem["notice"]): number {
  if (notice.type !== "failed" && notice.type !== "delayed") return 1
  const { kind } = notice.failure
  if (kind !== "auth" && kind !== "rate_limited" && kind !== "offline") return 1
  const held = allAgents(world).filter(({ turn, trouble }) =>
    notice.type === "failed"
      ? trouble?.failure.kind === kind
      : turn?.status.kind === "delayed" && turn.status.failure.kind === kind,
  )
  return held.length
}

function NoticeBox({ copy, hasActions, draft = "" }: { copy: NoticeCopy; hasActions: boolean; draft?: string }) {
  return (
    <div className={`notice notice-${copy.tone}`}>
      {copy.tone === "waiting" && <Clock size="1rem" aria-hidden className="notice-icon" />}
      {copy.tone === "failed" && <TriangleAlert size="1rem" aria-hidden className="notice-icon" />}
      <div className="notice-text">
        <p>{copy.text}</p>
        {copy.detail !== null && copy.detail !== "" && <p className="notice-detail">{visibleProse(copy.detail.slice(0, 600))}</p>}
      </div>
      {hasActions && <Actions actions={copy.actions} draft={draft} />}
    </div>
  )
}

function Actions({ actions, draft }: { actions: readonly NoticeAction[]; draft: string }) {
  const session = useSession<Asks & Messages & Frame>()
  const agentId = useAgentId()
  const act = (action: NoticeAction) => {
    if (action === "retry" || action === "continue") return void session.ask({ type: "turn.retry", agentId })
    if (action === "go-on") return void session.ask({ type: "agent.go-on", agentId })
    if (action === "by-mode") return void session.ask({ type: "agent.choose-model", agentId, model: null })
    if (action === "take-up") return void session.send(agentId, takeUpText(draft), "queue")
    session.show({ kind: "settings", page: "models" })
  }
  if (actions.length === 0) return null
  return (
    <div className="notice-actions">
      {actions.map((action) => (
        <ActionButton key={action} action={action} onPress={() => act(action)} />
      ))}
    </div>
  )
}

/** Retrying changes the project; where the settings are only opens them. */
function ActionButton({ action, onPress }: { action: NoticeAction; onPress(): void }) {
  const Button = action in opensSettings ? "button" : ChangeButton
  return (
    <Button type="button" className="button" onClick={onPress}>
      {label[action]}
    </Button>
  )
}

const opensSettings: Readonly<Partial<Record<NoticeAction, true>>> = {
  "fix-key": true,
  "add-key": true,
  connect: true,
  "choose-model": true,
}

const label: Record<NoticeAction, string> = {
  retry: "Retry",
  continue: "Continue",
  "go-on": "Go on",
  "take-up": "Continue",
  "fix-key": "Fix key",
  "add-key": "Add a key",
  connect: "Connect a model",
  "choose-model": "Choose a model",
  "by-mode": "Let the mode choose",
}

function TimeOf({ at }: { at: Instant }) {
  return (
    <time dateTime={at} className="rule-time">
      {formatTime(at)}
    </time>
  )
}
