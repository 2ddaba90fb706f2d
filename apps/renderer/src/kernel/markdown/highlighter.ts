// Owns: colours of code. Runs in the colour worker, which starts with the first block of code; grammars come with their language.
// Yields pieces with class names, never HTML, so that the page needs no styles of the highlighter's own.
import {
  createCssVariablesTheme,
  createHighlighterCore,
  type GrammarState,
  type HighlighterCore,
  type LanguageInput,
} from "shiki/core"
import { createJavaScriptRegexEngine } from "shiki/engine/javascript"
import type { Language } from "./languages.ts"

export type Piece = { readonly text: string; readonly className: string | undefined }
export type Line = readonly Piece[]
/** The last line of a growing text is left uncoloured: it is not complete, and would be read again for every character. */
export type Colourer = (code: string, isGrowing: boolean) => readonly Line[]

const grammars: Record<Language, () => Promise<LanguageInput>> = {
  bash: () => import("shiki/langs/bash.mjs"),
  css: () => import("shiki/langs/css.mjs"),
  diff: () => import("shiki/langs/diff.mjs"),
  go: () => import("shiki/langs/go.mjs"),
  html: () => import("shiki/langs/html.mjs"),
  javascript: () => import("shiki/langs/javascript.mjs"),
  json: () => import("shiki/langs/json.mjs"),
  markdown: () => import("shiki/langs/markdown.mjs"),
  python: () => import("shiki/langs/python.mjs"),
  rust: () => import("shiki/langs/rust.mjs"),
  sql: () => import("shiki/langs/sql.mjs"),
  tsx: () => import("shiki/langs/tsx.mjs"),
  typescript: () => import("shiki/langs/typescript.mjs"),
  yaml: () => import("shiki/langs/yaml.mjs"),
}

const THEME = "kibitz"
const PREFIX = "--code-"
let shared: Promise<HighlighterCore> | null = null

export async function colourerFor(language: Language): Promise<Colourer> {
  shared ??= createHighlighterCore({
    themes: [createCssVariablesTheme({ name: THEME, variablePrefix: PREFIX })],
    langs: [],
    engine: createJavaScriptRegexEngine({ forgiving: true }),
  })
  const highlighter = await shared
  await highlighter.loadLanguage(await grammars[language]())
  return lineColourer(highlighter, language)
}

/** Remembers where the grammar stood after the last complete line, so that growing by a line costs one line. */
function lineColourer(highlighter: HighlighterCore, lang: Language): Colourer {
  let done = ""
  let lines: readonly Line[] = []
  let state: GrammarState | undefined
  return (code, isGrowing) => {
    const end = isGrowing ? code.lastIndexOf("\n") + 1 : code.length + 1
    const whole = isGrowing ? code.slice(0, end) : `${code}\n`
    if (!whole.startsWith(done)) {
      done = ""
      lines = []
      state = undefined
    }
    if (whole.length > done.length) {
      const tokens = highlighter.codeToTokensBase(whole.slice(done.length, -1), {
        lang,
        theme: THEME,
        grammarState: state,
        tokenizeMaxLineLength: 2000,
        tokenizeTimeLimit: 2000,
      })
      state = highlighter.getLastGrammarState(tokens)
      lines = [
        ...lines,
        ...tokens.map((line) => line.map(({ content, color }) => ({ text: content, className: classOf(color) }))),
      ]
      done = whole
    }
    return lines
  }
}

/** "var(--code-token-keyword)" → "token-keyword" */
function classOf(color: string | undefined): string | undefined {
  const name = color?.match(/^var\(--code-(token-[a-z-]+)\)$/)?.[1]
  return name
}
