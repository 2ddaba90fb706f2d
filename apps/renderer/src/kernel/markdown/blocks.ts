// Owns: cutting Markdown into blocks, and doing so again cheaply while the text grows: only the last two are read anew.
// Blocks that did not change keep their identity, so that drawing them can be skipped.
import type { Token } from "marked"
import { lex, plain } from "./lex.ts"
import { visibleProse } from "./visible.ts"

export type Block = { readonly key: number; readonly token: Token }

/** Above this, the growing block is read again only now and then, and what came since is shown as it is. */
const EAGER_LIMIT = 24_000

export type BlockReader = {
  /** The blocks of `text`; cheap when it continues the text of the last call. */
  read(text: string): readonly Block[]
}

export function lexBlocks(text: string): readonly Block[] {
  return number(lex(visibleProse(text)), 0)
}

export function createBlockReader(): BlockReader {
  let source = ""
  let stable: readonly Block[] = []
  let stableLength = 0
  let shown: readonly Block[] = []
  let lexedLength = 0

  function read(text: string): readonly Block[] {
    const clean = visibleProse(text)
    if (clean === source) return shown
    if (!clean.startsWith(source)) {
      stable = []
      stableLength = 0
      lexedLength = 0
    }
    source = clean
    const open = lexedLength - stableLength
    if (open > EAGER_LIMIT && clean.length - lexedLength < open / 8) {
      shown = [...shown.filter((block) => block.key !== TAIL), { key: TAIL, token: plain(clean.slice(lexedLength)) }]
      return shown
    }
    const fresh = lex(clean.slice(stableLength))
    lexedLength = clean.length
    const done = fresh.slice(0, firstOpen(fresh))
    const before = shown
    const numbered = number(fresh, stable.length).map((block) => sameAs(before[block.key], block) ?? block)
    shown = [...stable, ...numbered]
    const raw = done.map((token) => token.raw).join("")
    // The lexer tidies white space in rare cases; lengths would then drift and characters be lost.
    if (clean.startsWith(raw, stableLength)) {
      stable = [...stable, ...numbered.slice(0, done.length)]
      stableLength += raw.length
    }
    return shown
  }
  return { read }
}

const TAIL = -1

/** The last block may grow, and an unfinished line may turn out to belong to the block before it: both stay open. */
function firstOpen(tokens: readonly Token[]): number {
  const last = tokens.findLastIndex((token) => token.type !== "space")
  return Math.max(
    0,
    tokens.slice(0, Math.max(0, last)).findLastIndex((token) => token.type !== "space"),
  )
}

function sameAs(before: Block | undefined, block: Block): Block | null {
  return before?.key === block.key && before.token.type === block.token.type && before.token.raw === block.token.raw
    ? before
    : null
}

function number(tokens: readonly Token[], from: number): readonly Block[] {
  return tokens.map((token, index) => ({ key: from + index, token }))
}
