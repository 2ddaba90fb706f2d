// Owns: what the cards for approvals share: what is asked, why, what it changes, whether it can be undone and who waits; and the plain no.

import type { AgentId, ApprovalItem } from "@kibitz/contract"
import { findWorkspace } from "@kibitz/domain"
import { useCard } from "../../../kernel/attention/card-tools.ts"
import { useWaiting } from "../../../kernel/attention/use-waiting.ts"
import { projectName } from "../../../kernel/session/project-name.ts"
import { useAgent, useWorld } from "../../../kernel/session/session-context.ts"
import { useMsSince } from "../../../kernel/ui/clock.ts"
import { formatWait } from "../../../kernel/ui/numbers.ts"
import { agentCount, whyAsked } from "../../../kernel/words/attention-copy.ts"
import { deny } from "./approval-answers.ts"
import { undoLine } from "./approval-facts.ts"
import { Action, Exact, Fact, Facts } from "./card-parts.tsx"

export function DenyButton({ items, label, what }: { items: readonly ApprovalItem[]; label: string; what: string }) {
  const tools = useCard()
  return (
    <Action by="deny" about={what} testId="card-deny" onAct={() => deny(tools, items, "")}>
      {label}
    </Action>
  )
}

/** What is asked, word for word, and why it is asked. */
export function Asked({ item, children }: { item: ApprovalItem; children?: React.ReactNode }) {
  const sandbox = useWorld(({ world }) => world?.sandbox.state)
  const waiting = useWaiting(item)
  return (
    <div className="card-body">
      <p className="card-title">{item.title}</p>
      <Exact text={item.detail} label={item.title} beside={item.capability === "bash" ? <Where item={item} /> : null} />
      <Content item={item} />
      {children}
      <Facts>
        <Fact name={<WhyLabel />}>
          {whyAsked(item.verdict, sandbox)} <span className="faint">(rule: {item.verdict.rule})</span>
        </Fact>
        {item.effects.length > 0 && <Fact name="Effect">{item.effects.join(" · ")}</Fact>}
        <Fact name="Undo">{undoLine(item)}</Fact>
        {waiting > 0 && (
          <Fact name="Waiting" isLesser>
            {agentCount(waiting)}
          </Fact>
        )}
        <Expiry item={item} />
      </Facts>
    </div>
  )
}

function WhyLabel() {
  return (
    <>
      Why<span className="fact-rest"> you are asked</span>
    </>
  )
}

/** Commands run in the workspace of their agent. An item names it where it is not the project's own folder. */
function Where({ item: { workspaceId } }: { item: ApprovalItem }) {
  const project = useWorld((state) => state.app?.workspace)
  const worktree = useWorld(({ world }) => (world && workspaceId ? findWorkspace(world, workspaceId)?.root : undefined))
  if (workspaceId !== undefined)
    return (
      <span className="card-where" title={worktree}>
        in the worktree <bdi>{workspaceId}</bdi>
      </span>
    )
  if (project === undefined) return null
  return (
    <span className="card-where" title={project}>
      in <bdi>{projectName(project)}</bdi>
    </span>
  )
}

/** A text to be written travels with the call, not with the question; what is too long for the world is in the chat. */
function Content({ item }: { item: ApprovalItem }) {
  const text = useAgent(item.agentId as AgentId, ({ turn }) => contentOf(turn?.calls.find(({ id }) => id === item.callId)?.input))
  if (item.capability !== "write_file" && item.capability !== "edit_file") return null
  if (text === undefined || text === null) {
    return <p className="card-note">The whole text is in the chat, at the line that waits.</p>
  }
  return <Exact text={text} label="The text to be written" />
}

function contentOf(input: unknown): string | null {
  if (typeof input !== "object" || input === null) return null
  const { content, old, new: replacement } = input as Record<string, unknown>
  if (typeof content === "string") return content
  return typeof old === "string" && typeof replacement === "string"
    ? `- ${lines(old, "- ")}\n+ ${lines(replacement, "+ ")}`
    : null
}

function lines(text: string, mark: string): string {
  return text.split("\n").join(`\n${mark}`)
}

const HOUR = 3_600_000

function Expiry({ item }: { item: ApprovalItem }) {
  const left = -useMsSince(item.expiresAt)
  if (left > HOUR) return null
  return <Fact name="Unanswered">counts as a no in {formatWait(left)}</Fact>
}
