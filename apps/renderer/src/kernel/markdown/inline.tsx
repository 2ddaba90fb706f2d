// Owns: inline Markdown as React elements. There is no HTML parser anywhere on this path: tags are shown as text.
import type { Token } from "marked"
import type { ReactNode } from "react"
import { decodeEntities } from "./entities.ts"
import { ImageText, LinkText } from "./link.tsx"
import { visibleText } from "./visible.ts"

/** Nesting deeper than a person writes is shown as text; thousands of levels would exhaust the stack. */
const DEPTH_LIMIT = 24

export function Inline({ tokens, depth = 0 }: { tokens: readonly Token[] | undefined; depth?: number }): ReactNode {
  return tokens?.map((token, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: tokens have no identity beyond their place, and hold no state
    <InlineToken key={index} token={token} depth={depth} />
  ))
}

function InlineToken({ token, depth }: { token: Token; depth: number }): ReactNode {
  if (depth > DEPTH_LIMIT) return token.raw
  const inner = () => <Inline tokens={"tokens" in token ? token.tokens : []} depth={depth + 1} />
  switch (token.type) {
    case "strong":
      return <strong>{inner()}</strong>
    case "em":
      return <em>{inner()}</em>
    case "del":
      return <del>{inner()}</del>
    case "codespan":
      return (
        <code className="md-code" dir="ltr">
          {visibleText(token.text)}
        </code>
      )
    case "br":
      return <br />
    case "link":
      return <LinkText href={token.autolink ? token.href : decodeEntities(token.href)}>{inner()}</LinkText>
    case "image":
      return <ImageText href={decodeEntities(token.href)} alt={decodeEntities(token.text)} />
    case "text":
      return token.tokens ? inner() : decodeEntities(token.text)
    case "escape":
      return token.text
    case "checkbox":
      return null
    default:
      return token.raw
  }
}
