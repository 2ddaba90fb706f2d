// Owns: where everything lies, what leaves this computer, and how to get a copy.

import type { Connection, Settings } from "@kibitz/contract"
import { ExportAudit } from "../../../kernel/audit/export-audit.tsx"
import type { Frame } from "../../../kernel/session/offers.ts"
import { useConnection, useSession, useSettings, useWorld } from "../../../kernel/session/session-context.ts"
import { whatLeaves } from "./what-leaves.ts"

export function DataPage() {
  const session = useSession<Frame>()
  const app = useWorld((state) => state.app)
  const settings = useSettings()
  const connection = useConnection()
  if (!settings || !connection) return null
  return (
    <>
      <section className="setting" aria-label="Where it lies">
        <h3>Where it lies</h3>
        <p className="key-state">
          Everything agents said and did, these settings and the audit log are in one journal in Kibitz’s data folder, readable by
          you only. Nothing of it is in the project folder.
        </p>
        <dl className="facts">
          {app?.dataDir !== undefined && (
            <>
              <dt>Data folder</dt>
              <dd>
                <bdi>{app.dataDir}</bdi>
              </dd>
            </>
          )}
          <dt>Project folder</dt>
          <dd>
            <bdi>{app?.workspace}</bdi>
          </dd>
        </dl>
      </section>
      <Leaves settings={settings} connection={connection} />
      <section className="setting" aria-label="Take a copy">
        <h3>Take a copy</h3>
        <p className="key-state">The audit log, one line of JSON for each decision, answer, change and run.</p>
        <div className="field-line">
          <ExportAudit />
          <button type="button" className="button" onClick={() => session.show({ kind: "audit", text: "" })}>
            Open the log
          </button>
        </div>
      </section>
    </>
  )
}

function Leaves({ settings, connection }: { settings: Settings; connection: Connection }) {
  return (
    <section className="setting" aria-label="What leaves this computer">
      <h3>What leaves this computer</h3>
      <ul className="leaves">
        {whatLeaves(settings, connection).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  )
}
