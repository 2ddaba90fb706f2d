// Owns: in which workspace the files are looked for that a message may name.
import type { AgentId, World } from "@kibitz/contract"
import { findAgent, rootOf } from "@kibitz/domain"
import type { WorkspaceFiles } from "@kibitz/ports"
import type { FilesWish } from "./gateway.ts"

/** `project`: absolute path of the project folder. */
export function findFilesIn(files: WorkspaceFiles, world: () => World, project: string) {
  return async ({ agentId, text, limit }: FilesWish): Promise<readonly string[]> => {
    const root = agentId === undefined ? project : rootFor(world(), agentId)
    return root === undefined ? [] : files.find(root, text, limit)
  }
}

function rootFor(world: World, agentId: AgentId): string | undefined {
  const agent = findAgent(world, agentId)
  return agent && rootOf(world, agent)
}
