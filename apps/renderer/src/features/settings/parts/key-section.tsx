// Owns: how the app reaches a model: what is connected, whether it works, and the key's way out again.

import type { Connection } from "@kibitz/contract"
import { useState } from "react"
import type { Asks } from "../../../kernel/session/offers.ts"
import { useSession } from "../../../kernel/session/session-context.ts"
import { CheckResult, KeyEntry } from "../../../kernel/settings/key-entry.tsx"
import { RestartQuestion } from "../../../kernel/settings/restart-question.tsx"
import { takeFocus } from "../../../kernel/settings/take-focus.ts"
import { isAskedWithoutKey, keyCopy } from "../../../kernel/words/connection-copy.ts"

export function KeySection({ connection }: { connection: Connection }) {
  const session = useSession<Asks>()
  const { keySource } = connection
  return (
    <section className="setting">
      <h3>Connection</h3>
      <p className="key-state">{keyCopy(connection)}</p>
      {(keySource !== "none" || isAskedWithoutKey(connection)) && (
        <div className="field-line">
          <button
            type="button"
            className="button"
            disabled={connection.check?.result === "running"}
            onClick={() => void session.ask({ type: "connection.check" })}
          >
            Check the connection
          </button>
          {(keySource === "keychain" || keySource === "plain-file") && <ForgetKey />}
        </div>
      )}
      <CheckResult connection={connection} />
      <KeyEntry connection={connection} action="Save and check" />
      <RestartQuestion connection={connection} />
    </section>
  )
}

function ForgetKey() {
  const session = useSession<Asks>()
  const [isSure, setSure] = useState(false)
  if (!isSure) {
    return (
      <button type="button" className="button" onClick={() => setSure(true)}>
        Forget key…
      </button>
    )
  }
  return (
    <>
      <button type="button" className="button" ref={takeFocus} onClick={() => setSure(false)}>
        Keep key
      </button>
      <button
        type="button"
        className="button button-danger"
        onClick={() => void session.ask({ type: "key.forget" }).then(() => setSure(false))}
      >
        Forget this key
      </button>
    </>
  )
}
