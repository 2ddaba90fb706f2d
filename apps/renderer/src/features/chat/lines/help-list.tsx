// Owns: how the answer to /help looks: headings, commands in their own face, and what they do as text that wraps.
import { visibleProse, visibleText } from "../../../kernel/markdown/visible.ts"
import type { Help, HelpEntry } from "../../../kernel/slash/help-text.ts"
import { Hint } from "../../../kernel/slash/hint.tsx"
import "./help-list.css"

export function HelpList({ help }: { help: Help }) {
  if (help.kind === "one") {
    const [first, ...more] = help.told
    return (
      <div className="help-list" data-testid="help-list">
        <dl>
          <Entry name={help.name} hint={help.hint} help={first ?? ""} more={more} />
        </dl>
      </div>
    )
  }
  return (
    <div className="help-list" data-testid="help-list">
      {help.groups.map(({ title, entries }) => (
        <section key={title}>
          {title !== "" && <h3>{visibleProse(title)}</h3>}
          <dl>
            {entries.map((entry) => (
              <Entry key={entry.name} {...entry} isListed />
            ))}
          </dl>
        </section>
      ))}
    </div>
  )
}

type EntryProps = HelpEntry & {
  more?: readonly string[]
  /** A colon stands before what it does, as in the text it was read from: words across it are found, and copied, as they are there. */
  isListed?: boolean
}

function Entry({ name, hint, help, more = [], isListed = false }: EntryProps) {
  const colon = isListed && <span className="help-colon">:</span>
  return (
    <div className="help-entry">
      <dt>
        {visibleText(name)}
        {hint === "" && colon}
      </dt>
      {hint !== "" && (
        <dd className="help-hint">
          <Hint hint={visibleText(hint)} />
          {colon}
        </dd>
      )}
      <dd className="help-text">{visibleProse(help)}</dd>
      {more.map((line) => (
        <dd key={line} className="help-more">
          {visibleProse(line)}
        </dd>
      ))}
    </div>
  )
}
