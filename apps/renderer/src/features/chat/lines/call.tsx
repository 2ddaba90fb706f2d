// Owns: one capability call as a line that opens to its arguments and output, and to why it was allowed.

import { asYouRead, type CallItem } from "@kibitz/domain"
import { memo, useMemo, useState } from "react"
import { boundOf } from "../../../kernel/markdown/bounded.ts"
import { CopyButton } from "../../../kernel/markdown/code-block.tsx"
import { visibleText } from "../../../kernel/markdown/visible.ts"
import { Outlet } from "../../../kernel/outlets/outlets.tsx"
import { Fold } from "../../../kernel/ui/fold.tsx"
import { useFound, useFoundBehind } from "../../../kernel/ui/found.ts"
import { formatSize } from "../../../kernel/ui/numbers.ts"
import { StatusGlyph } from "../../../kernel/ui/status-glyph.tsx"
import { type CallWords, callFacts, describeCall, shownInput } from "../../../kernel/words/describe-call.ts"
import { MessageRow } from "./message-row.tsx"
import "./call.css"

const OUTPUT_BOUNDS = { length: 12_000, rare: 150 }

export const Call = memo(function Call({ item, agent, isFirst }: { item: CallItem; agent: string; isFirst: boolean }) {
  const [isAsking, setAsking] = useState(false)
  const isFound = useFound() !== null
  return (
    <MessageRow speaker={agent} isFirst={isFirst} at={item.at} className="row-call">
      <Fold
        className={`call call-${item.status}`}
        isOpenAtFirst={isTelling(item)}
        isHeldOpen={isFound}
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
        below={isAsking && <Outlet name="call-why" callId={item.callId} status={item.status} agent={agent} />}
      >
        <CallDetail item={item} agent={agent} />
      </Fold>
    </MessageRow>
  )
})

/** Open at first: what went wrong, and a text that waits to be written, which is too long for the card that asks. */
function isTelling({ status, capability }: CallItem): boolean {
  if (status === "waiting") return capability === "write_file" || capability === "edit_file"
  return status === "failed" || status === "blocked"
}

function lineOf({ capability, input, output }: CallItem): string {
  const { todo, object } = describeCall(capability, input, output)
  return `${todo} ${object}`.trim()
}

function CallLine({ item }: { item: CallItem }) {
  const words = describeCall(item.capability, item.input, item.output)
  const { object } = words
  const facts = callFacts(item)
  return (
    <span className="call-line">
      {item.status === "waiting" && <StatusGlyph status="approval" />}
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
    case "held":
      return `waits for its turn: ${todo}`
    case "running":
      return `${doing}…`
    case "done":
      return done
    case "failed":
    case "blocked":
      return `${status}: ${todo}`
  }
}

function CallDetail({ item, agent }: { item: CallItem; agent: string }) {
  const input = shownInput(item.capability, item.input)
  return (
    <>
      {(item.status === "blocked" || item.status === "waiting") && (
        <p className="call-because">{asYouRead(item.because, agent)}</p>
      )}
      <CallText label={input.label} text={input.text} />
      {item.output !== "" && <CallText label={item.status === "failed" ? "Error" : "Output"} text={item.output} />}
    </>
  )
}

function CallText({ label, text }: { label: string; text: string }) {
  const [isWhole, setWhole] = useState(false)
  const bound = useMemo(() => boundOf(text, OUTPUT_BOUNDS), [text])
  const isFoundBehind = useFoundBehind(text, () => text.slice(0, bound))
  const shown = isWhole || isFoundBehind ? text : text.slice(0, bound)
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
