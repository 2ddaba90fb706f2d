// Owns: a block of code: its colours when they have arrived, its length, its copy button.
import { Check, Copy } from "lucide-react"
import { memo, type ReactNode, useEffect, useRef, useState } from "react"
import { copyText } from "../ui/copy-text.ts"
import { useFoundBehind } from "../ui/found.ts"
import { formatCount } from "../ui/numbers.ts"
import { type Colouring, openColouring } from "./colours.ts"
import type { Line } from "./highlighter.ts"
import { languageNamed } from "./languages.ts"
import { visibleText } from "./visible.ts"

const LINE_LIMIT = 300
const LINE_LENGTH_LIMIT = 4000
/** Larger blocks stay without colours. */
const COLOUR_LIMIT = 60_000

export const CodeBlock = memo(function CodeBlock(props: { code: string; language: string; isGrowing?: boolean }) {
  const [isWhole, setWhole] = useState(false)
  const code = visibleText(props.code)
  const lines = code.split("\n")
  const isFoundBehind = useFoundBehind(code, () => lines.slice(0, LINE_LIMIT).join("\n"))
  const shown = isWhole || isFoundBehind ? lines : lines.slice(0, LINE_LIMIT)
  const name = props.language.trim().split(/[\s,{]/)[0] ?? ""
  const coloured = useColours(name, shown.join("\n"), props.isGrowing === true)
  return (
    <figure className="code-block" aria-label={name === "" ? "Code" : `Code, ${name}`}>
      <figcaption>
        <span className="code-language">{name.slice(0, 40)}</span>
        <CopyButton text={props.code} label="Copy code" />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <pre tabIndex={0} dir="ltr">
        <code>
          {shown.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity beyond their place
            <CodeLine key={index} line={line} pieces={coloured[index]} />
          ))}
        </code>
      </pre>
      {shown.length < lines.length && (
        <button type="button" className="button show-all" onClick={() => setWhole(true)}>
          Show all {formatCount(lines.length)} lines
        </button>
      )}
    </figure>
  )
})

const CodeLine = memo(function CodeLine({ line, pieces }: { line: string; pieces: Line | undefined }): ReactNode {
  if (line.length > LINE_LENGTH_LIMIT)
    return `${line.slice(0, LINE_LENGTH_LIMIT).toWellFormed()} … ${formatCount(line.length)} characters\n`
  // Colours of an earlier text must not put its words on screen.
  if (pieces?.map((piece) => piece.text).join("") !== line) return `${line}\n`
  return (
    <>
      {pieces.map((piece, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no identity beyond their place
        <span key={index} className={piece.className}>
          {piece.text}
        </span>
      ))}
      {"\n"}
    </>
  )
})

/** No colours until they have come; most replies never need them, so they are not part of the start. */
function useColours(name: string, code: string, isGrowing: boolean): readonly (Line | undefined)[] {
  const [lines, setLines] = useState<readonly Line[]>([])
  const colouring = useRef<Colouring | null>(null)
  const language = code.length <= COLOUR_LIMIT ? languageNamed(name) : null
  useEffect(() => {
    if (!language) return
    const opened = openColouring(language, (from, fresh) => setLines((known) => [...known.slice(0, from), ...fresh]))
    colouring.current = opened
    return () => {
      colouring.current = null
      opened.close()
    }
  }, [language])
  // An unfinished last line is not coloured, so only a new complete line is worth a question.
  const settled = isGrowing ? code.slice(0, code.lastIndexOf("\n") + 1) : code
  useEffect(() => {
    if (language) colouring.current?.colour(settled, isGrowing)
  }, [language, settled, isGrowing])
  return language ? lines : none
}

const none: readonly Line[] = []

export function CopyButton({ text, label }: { text: string; label: string }) {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), 1600)
    return () => clearTimeout(timer)
  }, [isCopied])
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={isCopied ? "Copied" : label}
      title={isCopied ? "Copied" : label}
      onClick={() => void copyText(text).then(setCopied)}
    >
      {isCopied ? <Check size="0.875rem" aria-hidden /> : <Copy size="0.875rem" aria-hidden />}
    </button>
  )
}
