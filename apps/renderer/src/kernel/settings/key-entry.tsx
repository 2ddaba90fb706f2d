// Owns: the key's way in. It is held here only while it is typed, and handed over in one message. Pasting and password managers work (3.3.8).

import type { Connection } from "@kibitz/contract"
import { Check, LoaderCircle, TriangleAlert } from "lucide-react"
import { type FormEvent, useId, useState } from "react"
import { whenKnown } from "../replica/until.ts"
import type { Asks, HasReplica } from "../session/offers.ts"
import { useSession } from "../session/session-context.ts"
import { checkCopy, isAskedWithoutKey } from "../words/connection-copy.ts"
import "./fields.css"

/** `connection`: undefined until the host has said what is connected. `action`: the word on the button. */
type KeyEntryProps = { readonly connection: Connection | undefined; readonly action: string }

/** The form, or why there is none here. */
export function KeyEntry({ connection, action }: KeyEntryProps) {
  const keySource = connection?.keySource ?? "none"
  if (connection?.protection === "none")
    return keySource === "none" ? (
      <p className="setting-note">
        Keys are not stored from here. Start Kibitz with <code>ANTHROPIC_API_KEY</code> set, or use the desktop app.
      </p>
    ) : null
  return (
    <>
      {keySource === "environment" && (
        <p className="setting-note">
          A key stored here is used instead of <code>ANTHROPIC_API_KEY</code>, until you forget it again.
        </p>
      )}
      <KeyForm connection={connection} action={action} />
    </>
  )
}

export function CheckResult({ connection }: { connection: Connection }) {
  const { check } = connection
  if (check === null) return null
  const copy = checkCopy(check, isAskedWithoutKey(connection))
  return (
    <p className={`check check-${check.result}`} role="status">
      {check.result === "running" && <LoaderCircle size="0.875rem" aria-hidden className="turning" />}
      {check.result === "ok" && <Check size="0.875rem" aria-hidden />}
      {check.result === "failed" && <TriangleAlert size="0.875rem" aria-hidden />}
      {copy}
    </p>
  )
}

const NO_KEYCHAIN = "This computer has no keychain that Kibitz can use; you are asked before anything is kept as plain text."
const keptWhere = {
  none: "",
  os: "Kept in your system keychain, and checked with one tiny request.",
  plain: NO_KEYCHAIN,
} as const

function KeyForm({ connection, action }: KeyEntryProps) {
  const session = useSession<HasReplica & Asks>()
  const id = useId()
  const [key, setKey] = useState("")
  const [isAsking, setAsking] = useState(false)
  const [trouble, setTrouble] = useState<string | null>(null)
  const isFirstKey = (connection?.keySource ?? "none") === "none"

  async function offer(allowPlainText: boolean): Promise<void> {
    const outcome = await session.askQuietly({ type: "key.offer", key, allowPlainText })
    if (!outcome.accepted && outcome.rejection.kind === "needs-consent") return setAsking(true)
    setAsking(false)
    if (!outcome.accepted) return setTrouble(outcome.rejection.message)
    setKey("")
    setTrouble(null)
    await session.askQuietly({ type: "connection.check" })
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (key.trim() === "") return
    const known = await whenKnown(session.replica.world)
    if (known.connection.protection === "plain") setAsking(true)
    else await offer(false)
  }

  return (
    <form onSubmit={(event) => void submit(event)} className="key-form">
      <label htmlFor={id}>{isFirstKey ? "API key" : "Replace with another key"}</label>
      <div className="field-line">
        <input
          id={id}
          className="field field-mono"
          type="password"
          data-first-focus={isFirstKey ? "field" : undefined}
          name="api-key"
          value={key}
          placeholder="sk-…"
          spellCheck={false}
          autoComplete="off"
          maxLength={500}
          aria-invalid={trouble !== null}
          onChange={(event) => {
            setKey(event.target.value)
            setTrouble(null)
          }}
        />
        <button type="submit" className="button button-primary" disabled={key.trim() === ""}>
          {action}
        </button>
      </div>
      {trouble !== null && (
        <p className="setting-note failed-text" role="alert">
          {trouble}
        </p>
      )}
      {isAsking ? (
        <div className="consent" role="alert">
          <p>
            This computer has no keychain that Kibitz can use. The key would be kept as plain text in Kibitz’s data folder,
            readable by you and by every program you run.
          </p>
          <div className="field-line">
            <button type="button" className="button" onClick={() => setAsking(false)}>
              Do not keep it
            </button>
            <button type="button" className="button" onClick={() => void offer(true)}>
              Keep it as plain text
            </button>
          </div>
        </div>
      ) : (
        <p className="setting-note key-kept" data-longest={NO_KEYCHAIN}>
          <span>{connection && keptWhere[connection.protection]}</span>
        </p>
      )}
    </form>
  )
}
