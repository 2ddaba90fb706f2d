// Owns: the sheet of keys: read from the table, with the user's own, so that it cannot say anything that is not so.
import { useMemo, useState } from "react"
import { useBindings, useKeyStore } from "../../kernel/keyboard/use-keys.ts"
import { searched, sheetLines } from "../../kernel/keys/listing.ts"
import { Dialog } from "../../kernel/ui/dialog.tsx"
import "./shortcut-sheet.css"

export function ShortcutSheet({ topic, onClose }: { topic: string; onClose(): void }) {
  const { os } = useKeyStore()
  const bindings = useBindings()
  const [query, setQuery] = useState(topic)
  const all = useMemo(() => sheetLines(bindings, os), [bindings, os])
  const sections = searched(all, query, os)
  return (
    <Dialog title="Keyboard" testId="shortcut-sheet" className="sheet" onClose={onClose}>
      <div className="sheet-search">
        <input
          type="search"
          className="field"
          aria-label="Search the keys"
          placeholder="Search by action or key"
          data-first-focus="field"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard has to reach that too */}
      <section className="sheet-body" aria-label="Keys" tabIndex={0}>
        {sections.map(({ group, lines }) => (
          <section key={group}>
            <h3>{group}</h3>
            <dl>
              {lines.map(({ id, title, where, keys }) => (
                <div key={id} className="sheet-row">
                  <dt>
                    {title}
                    {where !== "" && <span className="sheet-where"> {where}</span>}
                  </dt>
                  <dd>
                    {keys.map((key) => (
                      <kbd key={key}>{key}</kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        {sections.length === 0 && <p className="sheet-nothing">No match for '{query.trim()}'. Esc clears the filter.</p>}
        {!bindings.singleKeys && <p className="sheet-note">Single-key shortcuts are off. Settings, Keyboard turns them on.</p>}
      </section>
    </Dialog>
  )
}
