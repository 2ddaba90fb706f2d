// Owns: one capability call as a line that opens to its arguments and output. Failed, blocked and waiting ones are open at first.
import type { CallItem } from "@kibitz/domain"
import { memo, useState } from "react"
import { Why } from "../audit/why.tsx"
import { CopyButton } from "../markdown/code-block.tsx"
import { visibleText } from "../markdown/visible.ts"
import { Fold } from "../ui/fold.tsx"
import { formatSize } from "../ui/numbers.ts"
import { StatusGlyph } from "../ui/status-glyph.tsx"
import { callFacts, describeCall, shownInput } from "./describe-call.ts"
import { MessageRow } from "./message-row.tsx"

const OUTPUT_LIMIT = 12_000

export const Call = memo(function Call({ item, agent, isFirst }: { item: CallItem; agent: string; isFirst: boolean }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <MessageRow speaker={agent} isFirst={isFirst} at={item.at} className="row-call">
      <Fold
        className={`call call-${item.status}`}
        isOpenAtFirst={item.status === "failed" || item.status === "blocked" || item.status === "waiting"}
        summary={<CallLine item={item} />}
        beside={
          <button
            type="button"
            className="why-button"
            aria-expanded={isAsking}
            aria-label={`Why: ${lineOf(item)}`}
            onClick={() => setAsking(!isAsking)}
          >
            why
          </button>
        }
        below={isAsking && <Why callId={item.callId} status={item.status} />}
      >
        <CallDetail item={item} />
      </Fold>
    </MessageRow>
  )
})

function lineOf({ capability, input }: CallItem): string {
  const { done, object } = describeCall(capability, input)
  return `${done} ${object}`.trim()
}

function CallLine({ item }: { item: CallItem }) {
  const { doing, done, object } = describeCall(item.capability, item.input)
  const facts = callFacts(item)
  return (
    <span className="call-line">
      {item.status === "waiting" && <StatusGlyph status="needs-you" />}
      <span className="call-verb">{verb(item.status, doing, done)}</span>
      {object !== "" && <bdi className="call-object">{object}</bdi>}
      {facts.length > 0 && <span className="call-facts">{facts.join(" · ")}</span>}
    </span>
  )
}

function verb(status: CallItem["status"], doing: string, done: string): string {
  switch (status) {
    case "waiting":
      return `waits for you: ${done}`
    case "running":
      return `${doing}…`
    case "done":
      return done
    case "failed":
    case "blocked":
      return `${status}: ${done}`
  }
}

function CallDetail({ item }: { item: CallItem }) {
  const input = shownInput(item.capability, item.input)
  return (
    <>
      {(item.status === "blocked" || item.status === "waiting") && <p className="call-because">{item.because}</p>}
      <CallText label={input.label} text={input.text} />
      {item.output !== "" && <CallText label={item.status === "failed" ? "Error" : "Output"} text={item.output} />}
    </>
  )
}

function CallText({ label, text }: { label: string; text: string }) {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? text : text.slice(0, OUTPUT_LIMIT)
  return (
    <div className="call-part">
      <header>
        <span>{label}</span>
        <CopyButton text={text} label={`Copy ${label.toLowerCase()}`} />
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <pre className="call-text" tabIndex={0} dir="ltr">
        {visibleText(shown)}
      </pre>
      {shown.length < text.length && (
        <button type="button" className="button show-all" onClick={() => setWhole(true)}>
          Show all {formatSize(text.length)}
        </button>
      )}
    </div>
  )
}
