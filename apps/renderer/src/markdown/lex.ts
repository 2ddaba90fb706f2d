// Owns: Markdown text into tokens, in bounded time. The lexer's own time grows with the square or worse of what stands between
// marks, and its stack with nesting; text beyond what people write is taken as plain, so that no reply can freeze the window (T21).
import { Lexer, type Token } from "marked"

const INLINE_LENGTH = 10_000
const INLINE_MARKS = 300
const WORD_LENGTH = 1_000
const NESTING = /^(?:[ \t]*(?:>|[-*+]|\d{1,9}[.)])[ \t]?){17}/m
const INDENTED_ITEM = /^[ \t]{65,}(?:[-*+]|\d{1,9}[.)]|>)/m

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
  for (const { src, tokens } of lexer.inlineQueue) {
    if (isTame(src)) lexer.inlineTokens(src, tokens)
    else tokens.push(plain(src))
  }
  return lexer.tokens
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
