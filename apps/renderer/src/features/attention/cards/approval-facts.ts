// Owns: what the card for an approval says beyond the command itself: whether it can be undone, and what a deletion would take (ux 1.5).
import type { ApprovalItem, Survey } from "@kibitz/contract"
import { counted } from "@kibitz/domain"

type Asked = Pick<ApprovalItem, "capability" | "destructive" | "effects" | "head" | "verdict">

/** Only what is known: Kibitz itself takes nothing back, a commit does. */
export function undoLine({ capability, destructive, effects, head, verdict }: Asked): string {
  if (destructive) return "no"
  const isSent = effects.some((effect) => effect.startsWith("network:"))
  const sent = isSent ? "what is sent cannot be called back" : ""
  if (!changesFiles(capability, verdict)) return isSent ? `no, ${sent}` : "nothing to undo"
  if (capability === "git_commit") return "yes, the commit can be taken back in git"
  const files = head === null ? "no, the project is not in git" : `files, from commit ${head.slice(0, 7)}`
  return isSent ? `${files}; ${sent}` : files
}

function changesFiles(capability: string, { confinement }: ApprovalItem["verdict"]): boolean {
  if (capability === "bash") return confinement?.write !== false
  return ["write_file", "edit_file", "git_commit"].includes(capability)
}

/** "Deletes 14 files in 2 folders (2.1 MB). Not in git." */
export function surveyLine(survey: Survey): string {
  const { files, folders, bytes, isCut } = survey
  if (files === 0 && folders === 0) return "Nothing is there to delete."
  const inFolders = folders > 0 ? ` in ${counted(folders, "folder")}` : ""
  const what =
    files === 0 ? counted(folders, "empty folder") : `${isCut ? "more than " : ""}${counted(files, "file")}${inFolders}`
  return `Deletes ${what}${files === 0 ? "" : ` (${isCut ? "more than " : ""}${size(bytes)})`}. ${gitLine(survey)}`.trim()
}

/** "Delete 14 files" → "This deletes 14 files for good." */
export function forGood(stepTwo: string): string {
  return `This ${stepTwo.replace(/^Delete\b/, "deletes")} for good.`
}

function gitLine({ files, inGit, isCut }: Survey): string {
  if (files === 0 || isCut) return ""
  if (inGit === null) return "The project is not in git."
  if (inGit === 0) return "Not in git."
  return inGit === files
    ? "All of it is in git, as it was last added."
    : `${inGit} of ${files} are in git, as they were last added.`
}

const units = ["bytes", "KB", "MB", "GB", "TB"] as const

export function size(bytes: number): string {
  const step = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
  const amount = bytes / 1000 ** step
  return `${step === 0 || amount >= 100 ? Math.round(amount) : amount.toFixed(1)} ${units[step]}`
}
