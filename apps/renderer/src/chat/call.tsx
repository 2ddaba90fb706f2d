// Owns: one capability call as a line that opens to its arguments and output. Failed and blocked ones are open at first.
import type { CallItem } from "@kibitz/domain"
import { memo, useState } from "react"
import { CopyButton } from "../markdown/code-block.tsx"
import { visibleText } from "../markdown/visible.ts"
import { Fold } from "../ui/fold.tsx"
import { formatDuration, formatSize } from "../ui/numbers.ts"
import { describeCall } from "./describe-call.ts"
import { MessageRow } from "./message-row.tsx"

const OUTPUT_LIMIT = 12_000

export const Call = memo(function Call({ item, agent, isFirst }: { item: CallItem; agent: string; isFirst: boolean }) {
  return (
    <MessageRow speaker={agent} isFirst={isFirst} at={item.at} className="row-call">
      <Fold
        className={`call call-${item.status}`}
        isOpenAtFirst={item.status === "failed" || item.status === "blocked"}
        summary={<CallLine item={item} />}
      >
        <CallDetail item={item} />
      </Fold>
    </MessageRow>
  )
})

function CallLine({ item }: { item: CallItem }) {
  const { doing, done, object } = describeCall(item.capability, item.input)
  return (
    <span className="call-line">
      <span className="call-verb">
        {item.status === "running" ? `${doing}…` : item.status === "done" ? done : `${outcome[item.status]}: ${done}`}
      </span>
      {object !== "" && <bdi className="call-object">{object}</bdi>}
      {item.status !== "running" && item.status !== "blocked" && (
        <span className="call-facts">
          {formatSize(item.bytes)} · {formatDuration(item.durationMs)}
        </span>
      )}
    </span>
  )
}

const outcome = { failed: "failed", blocked: "blocked" }

function CallDetail({ item }: { item: CallItem }) {
  return (
    <>
      {item.status === "blocked" && <p className="call-because">{item.because}</p>}
      <CallText label="Input" text={JSON.stringify(item.input, null, 2)} />
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
