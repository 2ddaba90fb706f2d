import { AgentId, projectWorkspaceId, unknownProject, type Workspace, WorkspaceId } from "@kibitz/contract"
import { sampleTeam } from "@kibitz/testkit"
import { expect, test } from "vitest"
import { findFilesIn } from "./find-files.ts"

test("files are found in the workspace of the agent that is named, in the project without one, and nowhere for an agent that is not there", async () => {
  const one: Workspace = { ...unknownProject, id: WorkspaceId.parse("one"), kind: "worktree", root: "/trees/one" }
  const workspaces = { [projectWorkspaceId]: unknownProject, [one.id]: one }
  const team = sampleTeam([{ id: "jake" }, { id: "ann", under: "jake", workspaceId: one.id }], { workspaces })
  const files = { find: async (root: string, text: string, limit: number) => [`${root}/${text}/${limit}`] }
  const find = findFilesIn(files, () => team, "/project")
  const wish = { kind: "files", text: "a", limit: 3 } as const
  expect(await find(wish)).toEqual(["/project/a/3"])
  expect(await find({ ...wish, agentId: AgentId.parse("ann") })).toEqual(["/trees/one/a/3"])
  expect(await find({ ...wish, agentId: AgentId.parse("jake") })).toEqual(["/project/a/3"])
  expect(await find({ ...wish, agentId: AgentId.parse("nobody") })).toEqual([])
})
