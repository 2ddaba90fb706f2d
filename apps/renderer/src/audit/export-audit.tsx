// Owns: getting the whole audit log out as JSON lines. The desktop's window saves no files, so there it goes to the clipboard.
import { useState } from "react"
import { useSession, useWorld } from "../app/session-context.ts"
import { copyText } from "../ui/copy-text.ts"
import { formatCount } from "../ui/numbers.ts"
import { jsonLines } from "./audit-copy.ts"
import { wholeAudit } from "./use-audit-list.ts"

export function ExportAudit() {
  const session = useSession()
  const isDesktop = useWorld((state) => state.app?.surface === "desktop") === true
  const [told, setTold] = useState<{ text: string; isProblem: boolean } | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function run(): Promise<void> {
    setBusy(true)
    setTold(null)
    const found = await wholeAudit(session)
    setBusy(false)
    if ("problem" in found) return setTold({ text: found.problem, isProblem: true })
    const text = jsonLines(found.entries)
    const many = `${formatCount(found.entries.length)} ${found.entries.length === 1 ? "entry" : "entries"}`
    if (!isDesktop) {
      download(text)
      return setTold({ text: `Saved ${many} as kibitz-audit.jsonl.`, isProblem: false })
    }
    const isCopied = await copyText(text)
    setTold(
      isCopied
        ? { text: `Copied ${many}, one line of JSON each. Paste them into a file.`, isProblem: false }
        : { text: "The clipboard did not take it. Click into the window and try again.", isProblem: true },
    )
  }

  return (
    <>
      <button type="button" className="button" disabled={isBusy} onClick={() => void run()}>
        {isDesktop ? "Copy as JSONL" : "Export JSONL"}
      </button>
      {told && (
        <span className={told.isProblem ? "failed-text" : "faint"} role="status">
          {told.text}
        </span>
      )}
    </>
  )
}

function download(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "application/x-ndjson" }))
  const link = document.createElement("a")
  link.href = url
  link.download = "kibitz-audit.jsonl"
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
