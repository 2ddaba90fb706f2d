// Owns: one agent's chat, opened when it is drawn and closed when it is not. What it waits for stands above the composer; what is ended by being
// looked at is ended here. Several may be drawn at once: nothing in here looks for its parts on the whole page.

import type { AgentId, ItemId } from "@kibitz/contract"
import { type KeyboardEvent, useEffect, useRef, useState } from "react"
import { useCommands } from "../../kernel/keyboard/use-commands.ts"
import { Outlet } from "../../kernel/outlets/outlets.tsx"
import type { Transcript } from "../../kernel/replica/open-transcript.ts"
import type { Asks, Frame, HasReplica } from "../../kernel/session/offers.ts"
import {
  AgentContext,
  TranscriptContext,
  useAgent,
  useAgentName,
  useReadOnly,
  useScreen,
  useSession,
  useView,
  useWorld,
} from "../../kernel/session/session-context.ts"
import { talkingTo } from "../../kernel/view/view.ts"
import { Announcer } from "./announcer.tsx"
import "./chat.css"
import { ClosedComposer } from "./composer/closed-composer.tsx"
import { Composer } from "./composer/composer.tsx"
import { FindBar } from "./find/find-bar.tsx"
import { useFind } from "./find/use-find.ts"
import { ChatHead } from "./head/head.tsx"
import { IdleChip } from "./head/idle-chip.tsx"
import { NextUp } from "./next-up.tsx"
import { TranscriptView } from "./transcript/transcript.tsx"
import { WorkingLine } from "./working-line.tsx"
import "./narrow.css"

export function Chat({ agentId }: { agentId: AgentId }) {
  const { replica } = useSession<HasReplica>()
  const agent = useAgentName(agentId)
  const [opened, setOpened] = useState<{ of: AgentId; transcript: Transcript } | null>(null)
  useEffect(() => {
    const transcript = replica.openTranscript(agentId)
    setOpened({ of: agentId, transcript })
    return () => transcript.close()
  }, [replica, agentId])
  useSeen(agentId)
  return (
    <section className="chat" data-testid={`chat-${agentId}`} aria-label={`Chat with ${agent}`}>
      <h1 className="visually-hidden">Chat with {agent}</h1>
      {opened && (
        <AgentContext value={opened.of}>
          <TranscriptContext value={opened.transcript}>
            <SkipToComposer />
            <ChatHead agentId={opened.of} name={agent} />
            <Outlet name="suggestion" agentId={opened.of} />
            <Conversation key={opened.of} agentId={opened.of} agent={agent} transcript={opened.transcript} />
          </TranscriptContext>
        </AgentContext>
      )}
    </section>
  )
}

/** For those who go by Tab: past the head and all that was said (ux 7.8). Seen while it has the focus. */
function SkipToComposer() {
  const skip = (button: HTMLElement) => button.closest(".chat")?.querySelector<HTMLElement>("[data-region=composer]")?.focus()
  if (useReadOnly() !== undefined) return null
  return (
    <button type="button" className="button skip-to-composer" onClick={({ currentTarget }) => skip(currentTarget)}>
      Skip to your message
    </button>
  )
}

type ConversationProps = { agentId: AgentId; agent: string; transcript: Transcript }

function Conversation({ agentId, agent, transcript }: ConversationProps) {
  const hasKeys = useView((view) => talkingTo(view) === agentId)
  const isReadOnly = useReadOnly() !== undefined
  const finding = useFind(agentId, transcript)
  const [asked, setAsked] = useState(0)
  const foot = useRef<HTMLDivElement>(null)
  const openFind = () => {
    finding.open()
    setAsked((times) => times + 1)
  }
  useCommands({ "find-here": openFind }, hasKeys)
  useSought(agentId, (text, key) => {
    finding.seek(text, key)
    setAsked((times) => times + 1)
  })
  const closeFind = () => {
    finding.close()
    foot.current?.querySelector<HTMLElement>("[data-region=composer]")?.focus()
  }
  // The first rung of the Escape ladder, wherever in this chat the focus is: what lies over it closes first (ux 2.2).
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.shiftKey || event.defaultPrevented || event.nativeEvent.isComposing) return
    if (finding.find === null) return
    event.preventDefault()
    closeFind()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only hears a key that nothing inside has taken
    <div className="conversation" onKeyDown={onKeyDown}>
      {finding.find && (
        <FindBar find={finding.find} asked={asked} onType={finding.type} onStep={finding.step} onClose={closeFind} />
      )}
      <TranscriptView agent={agent} finding={finding} />
      <div className="chat-foot" ref={foot}>
        {!isReadOnly && <IdleChip agent={agent} />}
        <WorkingLine agent={agent} hasKeys={hasKeys} />
        <Outlet name="attention-strip" agentId={agentId} />
        <NextUp agent={agent} />
        {isReadOnly ? <ClosedComposer agent={agent} /> : <Composer agent={agent} />}
      </div>
      <Announcer agent={agent} hasKeys={hasKeys} />
    </div>
  )
}

/** Whoever was led here by words found elsewhere finds them here too. */
function useSought(agentId: AgentId, seek: (text: string, key: string | null) => void): void {
  const { screen } = useSession<Frame>()
  const sought = useScreen((state) => (state.sought?.agentId === agentId ? state.sought : null))
  const latest = useRef(seek)
  useEffect(() => {
    latest.current = seek
  })
  useEffect(() => {
    if (sought === null) return
    latest.current(sought.text, sought.key)
    screen.setState({ sought: null })
  }, [screen, sought])
}

/** A result that is read, and a stop that is noticed, wait no longer: but only while the window is looked at. */
function useSeen(agentId: AgentId): void {
  const session = useSession<Asks>()
  const ids = useAgent(agentId, ({ items }) => items)
  const attention = useWorld(({ world }) => world?.attention)
  const told = useRef(new Set<ItemId>())
  useEffect(() => {
    const look = () => {
      if (!document.hasFocus() || !ids || !attention || session.closed() !== null) return
      for (const id of ids) {
        const item = attention[id]
        const isEnded = item?.kind === "result" || (item?.kind === "your-turn" && item.why === "stopped")
        if (!isEnded || told.current.has(id)) continue
        told.current.add(id)
        void session.askQuietly({ type: "attention.seen", itemId: id })
      }
    }
    look()
    addEventListener("focus", look)
    return () => removeEventListener("focus", look)
  }, [session, ids, attention])
}
