// Owns: the checks Kibitz ran to see whether the work is done, as one group: each with its outcome, and its output where it failed.
import type { ShownCheck, VerificationItem } from "@kibitz/domain"
import { memo } from "react"
import { visibleText } from "../../../kernel/markdown/visible.ts"
import { formatTime } from "../../../kernel/ui/clock.ts"
import { Fold } from "../../../kernel/ui/fold.tsx"
import { useFound } from "../../../kernel/ui/found.ts"
import { type Glyph, StatusGlyph } from "../../../kernel/ui/status-glyph.tsx"

const glyphs: Readonly<Record<ShownCheck["state"], Glyph>> = {
  planned: "idle",
  waiting: "needs-you",
  held: "idle",
  running: "checking",
  passed: "done",
  failed: "failed",
  "not-run": "gone",
}
const words: Readonly<Record<ShownCheck["state"], string>> = {
  planned: "not run yet",
  waiting: "waits for you",
  held: "waits for its turn",
  running: "running",
  passed: "passed",
  failed: "failed",
  "not-run": "not run",
}

export const VerificationRow = memo(function VerificationRow({ item, agent }: { item: VerificationItem; agent: string }) {
  const { passed, isCut, checks } = item
  return (
    <div className="quiet-row verification" data-testid="verification">
      <p>
        {passed === null && !isCut ? "Checking what " : "Checked what "}
        <bdi>{agent}</bdi> has done{endOf(item)}{" "}
        <time dateTime={item.at} className="rule-time">
          {formatTime(item.at)}
        </time>
      </p>
      <ul>
        {checks.map((check, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: checks keep their order
          <li key={at}>
            <CheckLine check={check} />
          </li>
        ))}
      </ul>
    </div>
  )
})

/** What was not shown does not hold; but what could not be run, or is not required, has shown nothing either way. */
function endOf({ passed, isCut, checks }: VerificationItem): string {
  if (isCut) return ": it was cut short, and nothing is proved"
  if (passed === null) return "…"
  if (passed) return ": it holds"
  return checks.some(({ required, state }) => required && state === "failed") ? ": it does not hold yet" : ": nothing is proved"
}

function CheckLine({ check }: { check: ShownCheck }) {
  const { name, command, required, state, detail } = check
  const line = (
    <span className="check-line">
      <StatusGlyph status={glyphs[state]} />
      <code>{visibleText(command)}</code>
      <span className="check-facts">
        {words[state]}
        {name !== command && ` · ${name}`}
        {!required && " · not required"}
      </span>
    </span>
  )
  const found = useFound()
  if (detail.trim() === "") return line
  return (
    <Fold isHeldOpen={found?.test(detail) === true} isOpenAtFirst={state === "failed" && required} summary={line}>
      <pre className="note-text" dir="ltr">
        {visibleText(detail)}
      </pre>
    </Fold>
  )
}
