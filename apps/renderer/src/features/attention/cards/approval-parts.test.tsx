import { projectWorkspaceId, type Workspace, WorkspaceId } from "@kibitz/contract"
import { sampleItem, sampleTeam } from "@kibitz/testkit"
import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { createStore } from "zustand/vanilla"
import type { Session } from "../../../kernel/session/offers.ts"
import { SessionContext } from "../../../kernel/session/session-context.ts"
import { Asked } from "./approval-parts.tsx"

const task = WorkspaceId.parse("task")
const common = { branch: null, base: null, head: null, taintedBy: [] }
const workspaces: Record<string, Workspace> = {
  [projectWorkspaceId]: { ...common, id: projectWorkspaceId, kind: "project", root: "/home/ann/shop" },
  [task]: { ...common, id: task, kind: "worktree", root: "/data/worktrees/task" },
}

/** The line beside the command that says where it would run. */
function whereIsIt(workspaceId?: WorkspaceId): string | undefined {
  const item = sampleItem("approval", { id: "i1", agentId: "ed", capability: "bash", ...(workspaceId ? { workspaceId } : {}) })
  const team = sampleTeam([{ id: "jake" }, { id: "ed", under: "jake" }])
  const world = { ...team, workspaces, attention: { i1: item } }
  const app = { workspace: "/home/ann/shop" }
  const session = { replica: { world: createStore(() => ({ world, app })) } } as unknown as Session
  const drawn = renderToStaticMarkup(
    <SessionContext value={session}>
      <Asked item={item} />
    </SessionContext>,
  )
  return /<span class="card-where".*?<\/span>/.exec(drawn)?.[0]
}

test("a command of an agent in the project's own folder is asked for with the name of the project", () => {
  expect(whereIsIt()).toBe('<span class="card-where" title="/home/ann/shop">in <bdi>shop</bdi></span>')
})

test("a command of an agent in a worktree is asked for with the name of that worktree, not of the project", () => {
  expect(whereIsIt(task)).toBe('<span class="card-where" title="/data/worktrees/task">in the worktree <bdi>task</bdi></span>')
})

test("a worktree that is closed by now is still named", () => {
  expect(whereIsIt(WorkspaceId.parse("gone"))).toBe('<span class="card-where">in the worktree <bdi>gone</bdi></span>')
})
