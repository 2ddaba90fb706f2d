// Owns: Markdown text into tokens, in bounded time. The lexer's own time grows with the square or worse of what stands between
// marks, and its stack with nesting; text beyond what people write is taken as plain, so that no reply can freeze the window (T21).
import { Lexer, type Token, type Tokens } from "marked"

const INLINE_LENGTH = 10_000
const INLINE_MARKS = 300
const WORD_LENGTH = 1_000
const NESTING = /^(?:[ \t]*(?:>|[-*+]|\d{1,9}[.)])[ \t]?){17}/m
const INDENTED_ITEM = /^[ \t]{65,}(?:[-*+]|\d{1,9}[.)]|>)/m

/** Of a table, the rows that are shown at first. What is in the cells of the others is read when they are. */
export const FIRST_ROWS = 60

export function lex(text: string): readonly Token[] {
  if (NESTING.test(text) || INDENTED_ITEM.test(text)) return [plain(text)]
  try {
    return lexTame(text)
  } catch {
    // A bug of the lexer's, or its stack: the words are still worth reading.
    return [plain(text)]
  }
}

function lexTame(text: string): readonly Token[] {
  const lexer = new Lexer({ gfm: true, breaks: false })
  lexer.blockTokens(text, lexer.tokens)
  const later = new Set(lexer.tokens.flatMap((token) => (token.type === "table" ? cellsBelow(token as Tokens.Table) : [])))
  for (const { src, tokens } of lexer.inlineQueue) if (!later.has(tokens)) lexInto(lexer, src, tokens)
  return lexer.tokens
}

function cellsBelow({ rows }: Tokens.Table): readonly Token[][] {
  return rows.slice(FIRST_ROWS).flatMap((row) => row.map(({ tokens }) => tokens))
}

/** What is in a cell of a table. */
export function cellTokens({ text, tokens }: Tokens.TableCell): readonly Token[] {
  if (tokens.length > 0 || text === "") return tokens
  lexInto(new Lexer({ gfm: true, breaks: false }), text, tokens)
  return tokens
}

function lexInto(lexer: Lexer, text: string, tokens: Token[]): void {
  if (isTame(text)) lexer.inlineTokens(text, tokens)
  else tokens.push(plain(text))
}

function isTame(text: string): boolean {
  if (text.length > INLINE_LENGTH) return false
  const marks = text.match(/[*_~`[\]<>@&\\|!]/g)
  if (marks && marks.length > INLINE_MARKS) return false
  return text.length <= WORD_LENGTH || !new RegExp(`\\S{${WORD_LENGTH}}`).test(text)
}

export function plain(text: string): Token {
  return { type: "plain", raw: text, text }
}
