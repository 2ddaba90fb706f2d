// Owns: what the cards for approvals share: what is asked and why, and the plain no.
import type { AgentId, ApprovalItem } from "@kibitz/contract"
import { useAgent, useWorld } from "../app/session-context.ts"
import { useMsSince } from "../ui/clock.ts"
import { formatWait } from "../ui/numbers.ts"
import { deny } from "./approval-answers.ts"
import { whyAsked } from "./attention-copy.ts"
import { useCard } from "./card.tsx"
import { Action, Exact, Fact, Facts } from "./card-parts.tsx"

export function DenyButton({ items, label, what }: { items: readonly ApprovalItem[]; label: string; what: string }) {
  const tools = useCard()
  return (
    <Action letter="D" about={what} onAct={() => deny(tools, items, "")}>
      {label}
    </Action>
  )
}

/** What is asked, word for word, and why it is asked. */
export function Asked({ item }: { item: ApprovalItem }) {
  const sandbox = useWorld(({ world }) => world?.sandbox.state)
  return (
    <div className="card-body">
      <p className="card-title">{item.title}</p>
      <Exact text={item.detail} label={item.title} />
      <Content item={item} />
      <Facts>
        <Fact name="Why you are asked">
          {whyAsked(item.verdict, sandbox)} <span className="faint">(rule: {item.verdict.rule})</span>
        </Fact>
        {item.effects.length > 0 && <Fact name="Effect">{item.effects.join(" · ")}</Fact>}
        <Expiry item={item} />
      </Facts>
    </div>
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
