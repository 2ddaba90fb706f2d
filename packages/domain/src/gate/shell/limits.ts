// Owns: what is refused before it is parsed, so that no command can make the gate slow or run it out of stack (T2).

export const MAX_COMMAND = 200_000
export const MAX_LEAVES = 2_000
export const MAX_NODES = 60_000
/** Of the tree that is walked; the text is held to far less. */
export const MAX_TREE_DEPTH = 400
export const MAX_INNER_TEXTS = 12
const MAX_NESTING = 60
/** A nested script is parsed again at every level: characters times levels bounds that. */
const MAX_WORK = 1_500_000

/** Why it is too much to read, or null. One pass over the text; a quote may make it count too much, never too little. */
export function tooComplex(text: string): string | null {
  if (text.length > MAX_COMMAND) return `it has ${text.length} characters; ${MAX_COMMAND} are the most that is read`
  let open = 0
  let deepest = 0
  let backticks = 0
  let operators = 0
  let heredocs = 0
  for (let i = 0; i < text.length; i++) {
    switch (text.charCodeAt(i)) {
      case 40: // (
      case 123: // {
        open += 1
        if (open > deepest) deepest = open
        break
      case 41: // )
      case 125: // }
        if (open > 0) open -= 1
        break
      case 96: // `
        backticks += 1
        break
      case 60: // <
        if (text.charCodeAt(i + 1) === 60) heredocs += 1
        break
      case 59: // ;
      case 38: // &
      case 124: // |
        operators += 1
        break
    }
  }
  const keywords = nestedKeywords(text)
  const depth = deepest + keywords + Math.min(backticks, 4)
  if (depth > MAX_NESTING) return `it is nested ${depth} deep; ${MAX_NESTING} is the most that is read`
  if (backticks > 2_000 || heredocs > 400) return "it has more substitutions or here-documents than are read"
  if (depth > 4 && depth * text.length > MAX_WORK) return "it is too long for how deeply it is nested"
  if (operators > 20 * MAX_LEAVES) return "it has more separators than commands that are read"
  return null
}

function nestedKeywords(text: string): number {
  let open = 0
  let deepest = 0
  for (const { 0: word } of text.matchAll(/\b(?:if|case|for|while|until|select|fi|esac|done)\b/g)) {
    if (word === "fi" || word === "esac" || word === "done") open = Math.max(0, open - 1)
    else {
      open += 1
      // Prose in a heredoc says "if" and "for" a lot; only a run of them nests.
      if (open > deepest) deepest = open
    }
  }
  return text.length > 20_000 ? 0 : Math.max(0, deepest - 20)
}
