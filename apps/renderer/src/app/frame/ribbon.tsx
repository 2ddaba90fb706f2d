// Owns: the lines above the stage that hold for everything below them: a rehearsal, read-only, an event that is not known, a full disk. They cannot be closed.
import type { FullDisk, ReadOnly } from "@kibitz/contract"
import { type ReactNode, useEffect, useState } from "react"
import type { Asks, Frame, HasKeep, Remarks } from "../../kernel/session/offers.ts"
import { useConnection, useFirstStart, useFullDisk, useReadOnly, useSession } from "../../kernel/session/session-context.ts"
import { useStillRehearsing } from "../../kernel/settings/restart-question.tsx"
import { formatExactTime, formatTime } from "../../kernel/ui/clock.ts"
import { StatusGlyph } from "../../kernel/ui/status-glyph.tsx"
import { keepPlace, keepsPlace } from "./kept-ribbon.ts"

export function Ribbon() {
  const readOnly = useReadOnly()
  const fullDisk = useFullDisk()
  const isKnown = useConnection() !== undefined
  if (!isKnown) return <RibbonPlace />
  return (
    <>
      {readOnly ? <ReadOnlyRibbon {...readOnly} /> : <RehearsalRibbon />}
      {readOnly?.unknown !== undefined && <UnknownEventLine sentence={readOnly.unknown} />}
      {fullDisk && <FullDiskLine {...fullDisk} />}
    </>
  )
}

/** Nothing is said before it is known; but where it will be said, nothing else stands that would have to move. At a first start with a key nothing will be. */
function RibbonPlace() {
  const { keep } = useSession<HasKeep>()
  const hasKey = useFirstStart()?.hasKey === true
  return keepsPlace(keep) && !hasKey ? <div className="ribbon-place" aria-hidden /> : null
}

/** Ends by itself as soon as there is room (F12): there is nothing to press here. */
function FullDiskLine({ canSave }: FullDisk) {
  return (
    <p className="ribbon-notice" data-testid="full-disk" role="alert">
      <StatusGlyph status="failed" />
      <span>
        <strong>The disk is full.</strong>{" "}
        {canSave ? "Agents pause at their next model call, nothing is lost." : "Nothing more can be saved, so agents are paused."}{" "}
        Free some space to go on.
      </span>
    </p>
  )
}

/** Says which entry this version does not know, and what to do about it. */
function UnknownEventLine({ sentence }: { readonly sentence: string }) {
  return (
    <p className="ribbon-notice" data-testid="unknown-event" role="alert">
      <StatusGlyph status="failed" />
      <span>
        <strong>A newer Kibitz wrote to this project.</strong> {sentence} Nothing is lost.
      </span>
    </p>
  )
}

/** No one may take what was for what is (ux 6, F18). That it was a rehearsal is said here too: its replies are still to be read. */
function ReadOnlyRibbon({ at, isHeld, unknown }: ReadOnly) {
  const session = useSession<Asks & Remarks>()
  const isRehearsal = useConnection()?.using === "rehearsal"
  const [isReading, setReading] = useState(false)
  const reload = async () => {
    setReading(true)
    const outcome = await session.ask({ type: "journal.reload" })
    setReading(false)
    if (outcome.accepted) session.remark("The project was read anew.", "quiet")
  }
  const moment = (
    <time dateTime={at} title={formatExactTime(at)}>
      {formatTime(at)}
    </time>
  )
  return (
    <Line
      name="READ-ONLY"
      label="Read-only"
      action={isReading ? "Reading…" : "Reload"}
      isBusy={isReading}
      onAct={() => void reload()}
    >
      {unknown !== undefined ? (
        <>the project is shown up to the first entry that this version does not know</>
      ) : isHeld ? (
        <>another Kibitz has this project open. This is how it was at {moment}</>
      ) : (
        <>this is how the project was at {moment}. Start Kibitz again to work in it</>
      )}
      {isRehearsal && <> · rehearsal</>}
    </Line>
  )
}

/** No one may take a scripted reply for a model's: there while scripts answer anybody. */
function RehearsalRibbon() {
  const session = useSession<HasKeep & Frame>()
  const isRehearsal = useConnection()?.using === "rehearsal"
  const still = useStillRehearsing()
  const isShown = isRehearsal || still > 0
  useEffect(() => keepPlace(session.keep, isShown), [session, isShown])
  if (!isShown) return null
  const who = still === 1 ? "1 agent with a dashed frame is" : `${still} agents with a dashed frame are`
  return (
    <Line
      name="REHEARSAL"
      label="Rehearsal"
      action={isRehearsal ? "Connect a model" : "Restart with the model…"}
      onAct={() => session.show({ kind: "settings", page: "models" })}
    >
      {isRehearsal
        ? "scripted replies, no model is called, costs show as $0.00 (rehearsal)"
        : `${who} still played by scripts; the others use the model`}
    </Line>
  )
}

type LineProps = {
  readonly name: string
  readonly label: string
  readonly action: string
  readonly isBusy?: boolean
  onAct(): void
  readonly children: ReactNode
}

function Line({ name, label, action, isBusy = false, onAct, children }: LineProps) {
  return (
    <aside className="ribbon" data-testid="ribbon" aria-label={label}>
      <strong>{name}</strong>
      <span className="ribbon-text">{children}</span>
      {/* Not disabled while it is busy: the focus would be lost. */}
      <button type="button" className="ribbon-action" aria-busy={isBusy} onClick={() => isBusy || onAct()}>
        {action}
      </button>
    </aside>
  )
}
