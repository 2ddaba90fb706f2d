// Owns: the folders that agents work in: the project's own and the worktrees of its repository, each with the commit it is on. Approvals are
// bound to that commit.
import { defineRecord } from "../kernel/concept.ts"
import { evolveWorkspaces, keepTaint, movesTaint } from "./evolve.ts"
import { projectOnly } from "./workspaces.ts"

/** What is kept, folded and shown of workspace: all of it that a screen needs. The rules are in module.ts. */
export const workspaceRecord = defineRecord({
  name: "workspace",
  world: { workspaces: projectOnly },
  events: {
    "workspace.opened": ({ workspaces }, event) => ({ workspaces: evolveWorkspaces(workspaces, event) }),
    "workspace.head-recorded": ({ workspaces }, event) => ({ workspaces: evolveWorkspaces(workspaces, event) }),
    "workspace.closed": ({ workspaces }, event) => ({ workspaces: evolveWorkspaces(workspaces, event) }),
  },
  totals: [{ on: movesTaint, keep: keepTaint }],
})
