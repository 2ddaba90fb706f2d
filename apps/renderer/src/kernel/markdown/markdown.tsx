// Owns: Markdown blocks as React elements, each drawn again only when its own text has changed.
import type { Token, Tokens } from "marked"
import { memo, type ReactNode, useMemo, useState } from "react"
import { useFoundBehind } from "../ui/found.ts"
import { formatSize } from "../ui/numbers.ts"
import { type Block, createBlockReader } from "./blocks.ts"
import { boundOf, fits } from "./bounded.ts"
import { CodeBlock } from "./code-block.tsx"
import { Inline } from "./inline.tsx"
import { TableBlock } from "./table-block.tsx"

/** What is drawn of one text before the reader asks for all of it. */
const TEXT_BOUNDS = { length: 60_000, rare: 400 }
/** A paragraph beyond this is shown without inline marks: reading those takes time that grows faster than the text. */
const PARAGRAPH_BOUNDS = { length: 20_000, rare: 150 }
const DEPTH_LIMIT = 12
/** The first characters of a fence, list or heading at the end of a growing text: shown, they would flash up as text. */
const BEGUN_MARK = /(?<=^|\n)[ \t]*(?:`{1,2}|~{1,2}|[-*+]|#{1,6}|\|)$/

/** Keeps what it has read, so that a reply which was seen growing is not drawn again when it is finished. */
export function Markdown({ text, isGrowing = false }: { text: string; isGrowing?: boolean }) {
  const [reader] = useState(createBlockReader)
  // Text that was on screen while it grew must not vanish at its end.
  const [isWhole, setWhole] = useState(isGrowing)
  const bound = useMemo(() => (isWhole ? text.length : boundOf(text, TEXT_BOUNDS)), [text, isWhole])
  const isFoundBehind = useFoundBehind(text, () => text.slice(0, bound))
  const isLong = bound < text.length && !isFoundBehind
  const shown = isLong ? text.slice(0, bound) : isGrowing ? text.replace(BEGUN_MARK, "") : text
  return (
    <div className="md">
      <Blocks blocks={reader.read(shown)} isGrowing={isGrowing} />
      {isLong && (
        <button type="button" className="button show-all" onClick={() => setWhole(true)}>
          Show all {formatSize(text.length)}
        </button>
      )}
    </div>
  )
}

function Blocks({ blocks, isGrowing }: { blocks: readonly Block[]; isGrowing: boolean }): ReactNode {
  return blocks.map((block, index) => (
    <BlockView key={block.key} token={block.token} depth={0} isGrowing={isGrowing && index === blocks.length - 1} />
  ))
}

type BlockProps = { token: Token; depth: number; isGrowing?: boolean }

const BlockView = memo(function BlockView({ token, depth, isGrowing = false }: BlockProps): ReactNode {
  if (depth > DEPTH_LIMIT) return <p dir="auto">{token.raw}</p>
  switch (token.type) {
    case "space":
    case "def":
    case "checkbox":
      return null
    case "heading":
      return <Heading token={token as Tokens.Heading} />
    case "paragraph":
      return <Paragraph token={token as Tokens.Paragraph} />
    case "text":
      return <Inline tokens={token.tokens ?? [token]} />
    case "code":
      return <CodeBlock code={token.text} language={token.lang ?? ""} isGrowing={isGrowing} />
    case "blockquote":
      return (
        <blockquote dir="auto">
          <Children tokens={token.tokens} depth={depth} />
        </blockquote>
      )
    case "list":
      return <List token={token as Tokens.List} depth={depth} />
    case "table":
      return <TableBlock table={token as Tokens.Table} />
    case "hr":
      return <hr />
    default:
      return <LongText text={token.raw} />
  }
})

function Children({ tokens, depth }: { tokens: readonly Token[] | undefined; depth: number }): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: tokens have no identity beyond their place
  return tokens?.map((token, index) => <BlockView key={index} token={token} depth={depth + 1} />)
}

function Heading({ token }: { token: Tokens.Heading }) {
  // The reply sits below the page's own headings.
  const Tag = (["h3", "h4", "h5", "h6"] as const)[Math.min(token.depth, 4) - 1] ?? "h6"
  return (
    <Tag dir="auto" className={`md-h${Math.min(token.depth, 4)}`}>
      <Inline tokens={token.tokens} />
    </Tag>
  )
}

function Paragraph({ token }: { token: Tokens.Paragraph }) {
  if (!fits(token.raw, PARAGRAPH_BOUNDS)) return <LongText text={token.raw} />
  return (
    <p dir="auto">
      <Inline tokens={token.tokens} />
    </p>
  )
}

/** One unbroken megabyte would take the layout seconds; the reader decides whether to spend them. */
export function LongText({ text }: { text: string }) {
  const [isWhole, setWhole] = useState(false)
  const bound = useMemo(() => boundOf(text, PARAGRAPH_BOUNDS), [text])
  const isFoundBehind = useFoundBehind(text, () => text.slice(0, bound))
  const isCut = bound < text.length && !isWhole && !isFoundBehind
  return (
    <>
      <p dir="auto" className="md-plain">
        {isCut ? text.slice(0, bound).toWellFormed() : text}
      </p>
      {isCut && (
        <button type="button" className="button show-all" onClick={() => setWhole(true)}>
          Show all {formatSize(text.length)}
        </button>
      )}
    </>
  )
}

const ITEM_LIMIT = 500

function List({ token, depth }: { token: Tokens.List; depth: number }) {
  const [isWhole, setWhole] = useState(false)
  const first = token.items.slice(0, ITEM_LIMIT)
  const isFoundBehind = useFoundBehind(token.raw, () => first.map(({ raw }) => raw).join("\n"))
  const items = isWhole || isFoundBehind ? token.items : first
  const rows = items.map((item, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: items have no identity beyond their place
    <li key={index} dir="auto" className={item.task ? "md-task" : undefined}>
      {item.task && (
        <input
          type="checkbox"
          checked={item.checked === true}
          readOnly
          disabled
          aria-label={item.checked ? "done" : "not done"}
        />
      )}
      <Children tokens={item.tokens} depth={depth} />
    </li>
  ))
  const className = token.loose ? "md-loose" : undefined
  return (
    <>
      {token.ordered ? (
        <ol start={token.start === "" ? 1 : token.start} className={className}>
          {rows}
        </ol>
      ) : (
        <ul className={className}>{rows}</ul>
      )}
      {items.length < token.items.length && (
        <button type="button" className="button show-all" onClick={() => setWhole(true)}>
          Show all {token.items.length.toLocaleString("en")} entries
        </button>
      )}
    </>
  )
}
