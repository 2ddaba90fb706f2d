// Owns: when a workspace is opened, moves to another commit, and may be closed. Making and reading worktrees is the host's work.
import { type CommandOf, type Event, projectWorkspaceId, type World } from "@kibitz/contract"
import { accept, type Decision, reject } from "../kernel/outcome.ts"
import { findWorkspace, takenId, workersIn } from "./workspaces.ts"

export function decideRecordProject(world: World, { root }: CommandOf<"workspace.record-project">): Decision {
  if (findWorkspace(world, projectWorkspaceId)?.root === root) return accept()
  const opened = { workspaceId: projectWorkspaceId, kind: "project", root, branch: null, base: null } as const
  return accept({ type: "workspace.opened", ...opened })
}

export function decideRecordWorktree(world: World, command: CommandOf<"workspace.record-worktree">): Decision {
  const { workspaceId, root, branch, base } = command
  const taken = takenId(world, workspaceId)
  if (taken) return { rejection: taken }
  const shared = Object.values(world.workspaces).find((other) => other.root === root)
  if (shared) return reject("not-allowed", `The workspace "${shared.id}" is in ${root} already.`)
  const opened: Event = { type: "workspace.opened", workspaceId, kind: "worktree", root, branch, base }
  return accept(opened, { type: "workspace.head-recorded", workspaceId, head: base })
}

export function decideRecordHead(world: World, { workspaceId, head }: CommandOf<"workspace.record-head">): Decision {
  const workspace = findWorkspace(world, workspaceId)
  if (!workspace) return reject("stale", `The workspace "${workspaceId}" is closed.`)
  if (workspace.head === head) return accept()
  const whose = workspaceId === projectWorkspaceId ? {} : { workspaceId }
  return accept({ type: "workspace.head-recorded", ...whose, head })
}

export function decideClose(world: World, { workspaceId }: CommandOf<"workspace.close">): Decision {
  if (workspaceId === projectWorkspaceId) return reject("not-allowed", "The project's own folder cannot be closed.")
  if (!findWorkspace(world, workspaceId)) return reject("unknown-item", `There is no workspace "${workspaceId}".`)
  const worker = workersIn(world).find((agent) => agent.workspaceId === workspaceId)
  if (worker) {
    return reject("not-allowed", `${worker.name} works in "${workspaceId}". Dismiss every agent there before you close it.`)
  }
  return accept({ type: "workspace.closed", workspaceId })
}
