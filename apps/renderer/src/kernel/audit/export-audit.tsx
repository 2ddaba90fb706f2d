// Owns: getting the audit log, or what a filter lets through of it, out as JSON lines: into a file where the user says, or to the clipboard.

import type { AuditEntry, AuditFilter } from "@kibitz/contract"
import { useState } from "react"
import type { Reads } from "../session/offers.ts"
import { useSession, useWorld } from "../session/session-context.ts"
import { copyText } from "../ui/copy-text.ts"
import { formatCount } from "../ui/numbers.ts"
import { jsonLines, wholeAudit } from "./whole-audit.ts"

type Told = { readonly text: string; readonly isProblem: boolean }

type ExportAuditProps = {
  /** Left out: the whole log. */
  filter?: AuditFilter
  keeps?(entry: AuditEntry): boolean
}

export function ExportAudit({ filter = {}, keeps = () => true }: ExportAuditProps) {
  const session = useSession<Reads>()
  const isDesktop = useWorld((state) => state.app?.surface === "desktop") === true
  const [told, setTold] = useState<Told | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function run(handOut: (text: string, many: string) => Told | Promise<Told>): Promise<void> {
    setBusy(true)
    setTold(null)
    const found = await wholeAudit(session, filter)
    setBusy(false)
    if ("problem" in found) return setTold({ text: found.problem, isProblem: true })
    const entries = found.entries.filter(keeps)
    const many = `${formatCount(entries.length)} ${entries.length === 1 ? "entry" : "entries"}`
    setTold(await handOut(jsonLines(entries), many))
  }

  const save = (text: string, many: string): Told => {
    download(text)
    // On the desktop a dialog asks where, and may be answered with no.
    return { text: isDesktop ? `${many}: choose where to save.` : `Saved ${many} as ${FILE}.`, isProblem: false }
  }

  return (
    <>
      <button type="button" className="button" disabled={isBusy} onClick={() => void run(save)}>
        Export JSONL
      </button>
      <button type="button" className="button" disabled={isBusy} onClick={() => void run(copy)}>
        Copy as JSONL
      </button>
      {told && (
        <span className={told.isProblem ? "failed-text" : "faint"} role="status">
          {told.text}
        </span>
      )}
    </>
  )
}

const FILE = "kibitz-audit.jsonl"

async function copy(text: string, many: string): Promise<Told> {
  return (await copyText(text))
    ? { text: `Copied ${many}, one line of JSON each.`, isProblem: false }
    : { text: "The clipboard did not take it. Click into the window and try again.", isProblem: true }
}

function download(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "application/x-ndjson" }))
  const link = document.createElement("a")
  link.href = url
  link.download = FILE
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
