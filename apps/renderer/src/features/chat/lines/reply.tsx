// Owns: an agent's reply, while it is written and afterwards, drawn by the same components so that nothing jumps at the change.
import type { ReplyItem } from "@kibitz/domain"
import { memo, type ReactNode, useMemo } from "react"
import { CopyButton } from "../../../kernel/markdown/code-block.tsx"
import { Markdown } from "../../../kernel/markdown/markdown.tsx"
import { visibleText } from "../../../kernel/markdown/visible.ts"
import { useSettings, useTranscript } from "../../../kernel/session/session-context.ts"
import { Fold } from "../../../kernel/ui/fold.tsx"
import { useFound } from "../../../kernel/ui/found.ts"
import { countWords, formatCount, words } from "../../../kernel/ui/numbers.ts"
import { declaredIn } from "../../../kernel/words/signals.ts"
import { MessageRow } from "./message-row.tsx"
import { StopNotice } from "./notice.tsx"

type Section = { readonly kind: "text" | "thinking" | "hidden" | "other"; readonly text: string }

export const Reply = memo(function Reply({ item, agent, isFirst }: { item: ReplyItem | null; agent: string; isFirst: boolean }) {
  return item ? <FinishedReply item={item} agent={agent} isFirst={isFirst} /> : <LiveReplyView agent={agent} isFirst={isFirst} />
})

function LiveReplyView({ agent, isFirst }: { agent: string; isFirst: boolean }) {
  const blocks = useTranscript((state) => state.live?.blocks) ?? []
  const sections = blocks.map((block): Section => ({ kind: block.kind === "tool" ? "hidden" : block.kind, text: block.text }))
  return <Sections sections={sections} agent={agent} isFirst={isFirst} isGrowing />
}

function FinishedReply({ item, agent, isFirst }: { item: ReplyItem; agent: string; isFirst: boolean }) {
  const sections = item.content.map((block): Section => {
    switch (block.type) {
      case "text":
        return { kind: "text", text: block.text }
      case "thinking":
        return { kind: "thinking", text: block.thinking }
      case "opaque":
        return { kind: "other", text: JSON.stringify(block.value, null, 2) }
      default:
        return { kind: "hidden", text: "" }
    }
  })
  return (
    <Sections sections={sections} agent={agent} isFirst={isFirst} item={item}>
      <StopNotice item={item} agent={agent} />
    </Sections>
  )
}

type SectionsProps = {
  sections: readonly Section[]
  agent: string
  isFirst: boolean
  isGrowing?: boolean
  item?: ReplyItem
  children?: ReactNode
}

function Sections({ sections, agent, isFirst, isGrowing = false, item, children }: SectionsProps) {
  const last = sections.findLastIndex((section) => section.kind !== "hidden")
  return (
    <MessageRow
      speaker={agent}
      isFirst={isFirst}
      at={item?.at}
      facts={item && <CopyReply item={item} />}
      timeTitle={item && usageOf(item)}
    >
      <div className="reply" aria-busy={isGrowing}>
        {sections.map((section, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a block of a reply is named by its place, live and finished alike
          <SectionView key={index} section={section} isGrowing={isGrowing && index === last} />
        ))}
        {children}
      </div>
    </MessageRow>
  )
}

function SectionView({ section, isGrowing }: { section: Section; isGrowing: boolean }) {
  const found = useFound()
  switch (section.kind) {
    case "text":
      return <Said text={section.text} isGrowing={isGrowing} />
    case "thinking":
      if (!/\S/.test(section.text)) return null
      return (
        <Fold
          className="thinking"
          isHeldOpen={found?.test(section.text) === true}
          summary={isGrowing ? "Thinking…" : `Thought for ${words(countWords(section.text))}`}
        >
          <div className="thinking-text">
            <Markdown text={section.text} isGrowing={isGrowing} />
          </div>
        </Fold>
      )
    case "other":
      return (
        <Fold className="thinking" summary="Something this version of Kibitz cannot show">
          <pre className="call-text">{visibleText(section.text)}</pre>
        </Fold>
      )
    case "hidden":
      return null
  }
}

/** What the agent said, and what it declared with it in words. */
export function Said({ text: whole, isGrowing = false }: { text: string; isGrowing?: boolean }) {
  const tag = useSettings()?.completionSignal ?? "chorus"
  const { text, said } = useMemo(() => declaredIn(whole, tag, isGrowing), [whole, tag, isGrowing])
  return (
    <>
      {/\S/.test(text) && <Markdown text={text} isGrowing={isGrowing} />}
      {said.length > 0 && <p className="declared">{said.join(" · ")}</p>}
    </>
  )
}

function CopyReply({ item }: { item: ReplyItem }) {
  const text = item.content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n\n")
  return <CopyButton text={text} label="Copy reply" />
}

function usageOf({ model, usage }: ReplyItem): string {
  return `${model}, ${usage.estimated ? "at least " : ""}${formatCount(usage.outputTokens)} tokens written`
}
