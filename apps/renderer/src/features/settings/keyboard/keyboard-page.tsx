// Owns: the settings page of the keyboard: every action with its keys, to be searched, changed and set back. Changes apply at once.
import { Plus, RotateCcw } from "lucide-react"
import { useMemo, useRef, useState } from "react"
import type { ActionId } from "../../../kernel/keys/actions.ts"
import { isChanged, isSingle, MOST_KEYS } from "../../../kernel/keys/bindings.ts"
import { KeyCapture } from "./key-capture.tsx"
import "./keyboard-page.css"
import { useBindings, useKeyStore } from "../../../kernel/keyboard/use-keys.ts"
import { allLines, type Line, searched } from "../../../kernel/keys/listing.ts"
import { shown } from "../../../kernel/keys/shown.ts"

/** `old`: the key that is being changed; null: one more. */
type Asked = { readonly id: ActionId; readonly old: string | null }

export function KeyboardPage() {
  const store = useKeyStore()
  const bindings = useBindings()
  const [query, setQuery] = useState("")
  const [asked, setAsked] = useState<Asked | null>(null)
  const all = useMemo(() => allLines(bindings, store.os), [bindings, store.os])
  const sections = searched(all, query, store.os)
  const hasChanges = Object.keys(bindings.changed).length > 0
  return (
    <div className="keyboard-page" data-testid="keyboard-page">
      <section className="setting">
        <label className="switch-row">
          <input
            type="checkbox"
            role="switch"
            aria-checked={bindings.singleKeys}
            checked={bindings.singleKeys}
            onChange={(event) => store.switchSingleKeys(event.target.checked)}
          />
          <span>
            Single-key shortcuts
            <small>Letters, digits and signs that act by themselves, never while you are writing. The others stay on.</small>
          </span>
        </label>
      </section>
      <section className="setting">
        <div className="keyboard-bar">
          <input
            type="search"
            className="field"
            aria-label="Search the keys"
            placeholder="Search by action or key"
            value={query}
            onChange={(event) => setQuery(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== "Escape" || query === "") return
              event.preventDefault()
              event.stopPropagation()
              setQuery("")
            }}
          />
          <button type="button" className="button" disabled={!hasChanges} onClick={store.resetAll}>
            Reset all
          </button>
        </div>
        {sections.map(({ group, lines }) => (
          <section key={group} className="keyboard-group">
            <h3>{group}</h3>
            <ul>
              {lines.map((line) => (
                <KeyRow key={line.id} line={line} asked={asked?.id === line.id ? asked : null} onAsk={setAsked} />
              ))}
            </ul>
          </section>
        ))}
        {sections.length === 0 && <p className="setting-note">No match for '{query.trim()}'. Esc clears the filter.</p>}
      </section>
    </div>
  )
}

type KeyRowProps = { line: Line; asked: Asked | null; onAsk(asked: Asked | null): void }

function KeyRow({ line: { id, title, where, keys, action }, asked, onAsk }: KeyRowProps) {
  const store = useKeyStore()
  const bindings = useBindings()
  const row = useRef<HTMLLIElement>(null)
  const isFixed = action.isFixed === true
  const isOff = (key: string) => !bindings.singleKeys && isSingle(key)
  // The button that was pressed may be gone with the key it showed.
  const done = () => {
    onAsk(null)
    requestAnimationFrame(() => row.current?.querySelector<HTMLElement>("button")?.focus())
  }
  return (
    <li ref={row} className="key-row" data-action={id}>
      <span className="key-title">
        {title}
        {where !== "" && <small> {where}</small>}
      </span>
      <span className="key-keys">
        {keys.map((key) =>
          isFixed ? (
            <kbd key={key} title="This key cannot be changed">
              {shown(key, store.os)}
            </kbd>
          ) : (
            <button
              key={key}
              type="button"
              className={`key-button ${isOff(key) ? "key-off" : ""}`}
              aria-label={`Change ${shown(key, store.os)} for: ${title}`}
              title={isOff(key) ? "Single-key shortcuts are off" : "Change this key"}
              onClick={() => onAsk({ id, old: key })}
            >
              {shown(key, store.os)}
            </button>
          ),
        )}
        {!isFixed && keys.length < MOST_KEYS && (
          <button
            type="button"
            className="icon-button"
            aria-label={`Add a key for: ${title}`}
            title="Add a key"
            onClick={() => onAsk({ id, old: null })}
          >
            <Plus size="0.875rem" aria-hidden />
          </button>
        )}
        {isChanged(bindings, id) && (
          <button
            type="button"
            className="icon-button"
            aria-label={`Reset the keys for: ${title}`}
            title="Reset"
            onClick={() => {
              store.reset(id)
              done()
            }}
          >
            <RotateCcw size="0.875rem" aria-hidden />
          </button>
        )}
      </span>
      {asked && <KeyCapture key={`${asked.old}`} id={id} title={title} old={asked.old} onDone={done} />}
    </li>
  )
}
