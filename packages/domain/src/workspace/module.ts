// Owns: the folders that agents work in: the project's own and the worktrees of its repository, each with the commit it is on. Approvals are
// bound to that commit.
import { defineConcept } from "../kernel/concept.ts"
import { decideClose, decideRecordHead, decideRecordProject, decideRecordWorktree } from "./decide.ts"
import { headsAfter } from "./heads.ts"
import { workspaceRecord } from "./record.ts"

export const workspace = defineConcept({
  ...workspaceRecord,
  commands: {
    "workspace.record-project": decideRecordProject,
    "workspace.record-worktree": decideRecordWorktree,
    "workspace.record-head": decideRecordHead,
    "workspace.close": decideClose,
  },
  looksAfter: { "call.finished": headsAfter },
  audit: {
    "workspace.opened": ({ workspaceId, kind, root, branch, base }) => ({
      kind: "system",
      rule: "workspace-opened",
      because: kind === "project" ? "The project is in this folder." : "A worktree was opened.",
      facts: { workspaceId, root, branch, base },
    }),
    "workspace.head-recorded": ({ workspaceId, head }) => ({
      kind: "system",
      rule: "head",
      because: workspaceId === undefined ? "The project is on another commit." : `"${workspaceId}" is on another commit.`,
      facts: { head, ...(workspaceId === undefined ? {} : { workspaceId }) },
    }),
    "workspace.closed": ({ workspaceId }) => ({
      kind: "system",
      rule: "workspace-closed",
      because: "A worktree was closed. Nothing in it was deleted.",
      facts: { workspaceId },
    }),
  },
})
