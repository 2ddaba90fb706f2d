// Owns: whether commands are confined and the record holds, as signs that lead to where it can be mended.

import { ShieldCheck, ShieldOff, ShieldQuestion, TriangleAlert } from "lucide-react"
import type { Frame } from "../../kernel/session/offers.ts"
import { useSession, useWorld } from "../../kernel/session/session-context.ts"
import { auditTrouble, LOOKING, sandboxHint } from "../../kernel/words/trouble-copy.ts"

const sandboxes = {
  on: { Icon: ShieldCheck, words: "Sandbox on" },
  off: { Icon: ShieldOff, words: "Sandbox off" },
  unknown: { Icon: ShieldQuestion, words: LOOKING },
}

/** That it is on, or is still looked for at a start, is a sign; that it is off is said. Words that go again would move the bar and the map above it. */
export function Sandbox() {
  const session = useSession<Frame>()
  const sandbox = useWorld(({ world }) => world?.sandbox)
  if (!sandbox) return null
  const { Icon, words } = sandboxes[sandbox.state]
  return (
    <button
      type="button"
      className={`status-button ${sandbox.state === "off" ? "status-warning" : ""}`}
      data-testid="sandbox"
      data-state={sandbox.state}
      aria-label={words}
      title={`${words}. ${sandboxHint(sandbox)}`}
      onClick={() => session.show({ kind: "settings", page: "access" })}
    >
      <Icon size="0.8125rem" aria-hidden />
      {sandbox.state === "off" && <span className="sandbox-word">{words}</span>}
    </button>
  )
}

/** Only what is wrong is worth a place here. */
export function AuditLog() {
  const session = useSession<Frame>()
  const trouble = useWorld(({ world }) => auditTrouble(world?.audit ?? null))
  if (trouble === null) return null
  return (
    <span role="status">
      <button
        type="button"
        className="status-button status-damaged"
        data-testid="audit-damaged"
        title={`${trouble} Open the settings to see what to do.`}
        onClick={() => session.show({ kind: "settings", page: "access" })}
      >
        <TriangleAlert size="0.8125rem" aria-hidden /> Audit log damaged
      </button>
    </span>
  )
}
