// Owns: how notices look and what their buttons do. Which sentence, and which buttons, is decided in notice-copy.
import type { Instant } from "@kibitz/contract"
import { findAgent, modelFor, type NoticeItem, type ReplyItem } from "@kibitz/domain"
import { Clock, TriangleAlert } from "lucide-react"
import { memo } from "react"
import { useAgent, useAgentId, useSession, useTranscript, useWorld } from "../app/session-context.ts"
import { visibleProse } from "../markdown/visible.ts"
import { isAskedWithoutKey } from "../settings/connection-copy.ts"
import { formatTime, useMsSince } from "../ui/clock.ts"
import { type NoticeAction, type NoticeCopy, noticeCopy, stopCopy } from "./notice-copy.ts"
import { isLatestNotice } from "./rows.ts"

const noModels: readonly string[] = []

export const NoticeRow = memo(function NoticeRow({ item, agent, words }: { item: NoticeItem; agent: string; words: number }) {
  const { notice } = item
  const agentId = useAgentId()
  const isLatest = useTranscript((state) => isLatestNotice(state.items, item))
  const isIdle = useAgent(agentId, (state) => state.turn === null) === true
  const waitMs = -useMsSince(notice.type === "delayed" && isLatest ? notice.until : null)
  const model = useWorld(({ world }) => {
    const its = world ? findAgent(world, agentId) : undefined
    return world && its ? modelFor(world.settings, its).model : ""
  })
  const models = useWorld(({ world }) => (world?.connection.check?.result === "ok" ? world.connection.check.models : noModels))
  const isKeyless = useWorld(({ world }) => world !== null && isAskedWithoutKey(world.connection)) === true
  const copy = noticeCopy(notice, {
    agent,
    words,
    waitMs: notice.type === "delayed" && !isLatest ? 0 : waitMs,
    model,
    models,
    isKeyless,
  })
  if (copy.tone === "quiet") {
    return (
      <div className="rule-row">
        <span className="rule-text">
          {copy.text} <TimeOf at={item.at} />
        </span>
        {isLatest && isIdle && <Actions actions={copy.actions} />}
      </div>
    )
  }
  return (
    <div className="row">
      <div className="row-speaker" />
      <div className="row-body">
        <NoticeBox copy={copy} hasActions={isLatest && isIdle} />
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

function NoticeBox({ copy, hasActions }: { copy: NoticeCopy; hasActions: boolean }) {
  return (
    <div className={`notice notice-${copy.tone}`}>
      {copy.tone === "waiting" && <Clock size="1rem" aria-hidden className="notice-icon" />}
      {copy.tone === "failed" && <TriangleAlert size="1rem" aria-hidden className="notice-icon" />}
      <div className="notice-text">
        <p>{copy.text}</p>
        {copy.detail !== null && copy.detail !== "" && <p className="notice-detail">{visibleProse(copy.detail.slice(0, 600))}</p>}
      </div>
      {hasActions && <Actions actions={copy.actions} />}
    </div>
  )
}

function Actions({ actions }: { actions: readonly NoticeAction[] }) {
  const session = useSession()
  const agentId = useAgentId()
  const retry = () => void session.ask({ type: "turn.retry", agentId })
  const settings = () => session.show({ kind: "settings", page: "models" })
  if (actions.length === 0) return null
  return (
    <div className="notice-actions">
      {actions.map((action) => (
        <button
          key={action}
          type="button"
          className="button"
          onClick={action === "retry" || action === "continue" ? retry : settings}
        >
          {label[action]}
        </button>
      ))}
    </div>
  )
}

const label: Record<NoticeAction, string> = {
  retry: "Retry",
  continue: "Continue",
  "fix-key": "Fix key",
  "add-key": "Add a key",
  "choose-model": "Choose a model",
}

function TimeOf({ at }: { at: Instant }) {
  return (
    <time dateTime={at} className="rule-time">
      {formatTime(at)}
    </time>
  )
}
