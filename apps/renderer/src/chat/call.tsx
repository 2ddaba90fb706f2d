// Owns: one capability call as a line that opens to its arguments and output, and to why it was allowed.
import type { CallItem } from "@kibitz/domain"
import { memo, useState } from "react"
import { Why } from "../audit/why.tsx"
import { CopyButton } from "../markdown/code-block.tsx"
import { visibleText } from "../markdown/visible.ts"
import { Fold } from "../ui/fold.tsx"
import { formatSize } from "../ui/numbers.ts"
import { StatusGlyph } from "../ui/status-glyph.tsx"
import { type CallWords, callFacts, describeCall, shownInput } from "./describe-call.ts"
import { MessageRow } from "./message-row.tsx"

const OUTPUT_LIMIT = 12_000

export const Call = memo(function Call({ item, agent, isFirst }: { item: CallItem; agent: string; isFirst: boolean }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <MessageRow speaker={agent} isFirst={isFirst} at={item.at} className="row-call">
      <Fold
        className={`call call-${item.status}`}
        isOpenAtFirst={isTelling(item)}
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

/** Open at first: what went wrong, and a text that waits to be written, which is too long for the card that asks. */
function isTelling({ status, capability }: CallItem): boolean {
  if (status === "waiting") return capability === "write_file" || capability === "edit_file"
  return status === "failed" || status === "blocked"
}

function lineOf({ capability, input }: CallItem): string {
  const { todo, object } = describeCall(capability, input)
  return `${todo} ${object}`.trim()
}

function CallLine({ item }: { item: CallItem }) {
  const words = describeCall(item.capability, item.input)
  const { object } = words
  const facts = callFacts(item)
  return (
    <span className="call-line">
      {item.status === "waiting" && <StatusGlyph status="needs-you" />}
      <span className="call-verb">{verb(item.status, words)}</span>
      {object !== "" && <bdi className="call-object">{object}</bdi>}
      {facts.length > 0 && <span className="call-facts">{facts.join(" · ")}</span>}
    </span>
  )
}

function verb(status: CallItem["status"], { todo, doing, done }: CallWords): string {
  switch (status) {
    case "waiting":
      return `waits for you: ${todo}`
    case "running":
      return `${doing}…`
    case "done":
      return done
    case "failed":
    case "blocked":
      return `${status}: ${todo}`
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
