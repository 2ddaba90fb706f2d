// Owns: in which workspace the files are looked for that a message may name.
import { type AgentId, projectWorkspaceId, type World } from "@kibitz/contract"
import { findAgent, rootOf } from "@kibitz/domain"
import type { WorkspaceFiles } from "@kibitz/ports"
import type { FilesWish } from "./subscriptions.ts"

/** `project`: absolute path of the project folder; the journal of an older version does not name it. */
export function findFilesIn(files: WorkspaceFiles, world: () => World, project: string) {
  function rootFor(agentId: AgentId | undefined): string | undefined {
    if (agentId === undefined) return project
    const agent = findAgent(world(), agentId)
    return agent?.workspaceId === projectWorkspaceId ? project : agent && rootOf(world(), agent)
  }
  return async ({ agentId, text, limit }: FilesWish): Promise<readonly string[]> => {
    const root = rootFor(agentId)
    return root === undefined ? [] : files.find(root, text, limit)
  }
}
