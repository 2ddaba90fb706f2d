// The need: to know which commit a workspace is on, so that an approval given for one state is not used in another (T23); what a deletion there
// would take, so that the user knows before answering; which files it has; and to open another workspace of the same repository.
import type { Survey } from "@kibitz/contract"

/** Every `root` is the absolute path of a workspace's folder. */
export interface Workspaces {
  /** null where there is no repository, or it cannot be read. Never throws, never runs what the repository configures. */
  head(root: string): Promise<string | null>
  /**
   * What deleting these paths would take, counted and not read. Paths start at the root. null where one of them leads out of it or cannot be
   * looked at. Bounded in time; never throws, never follows a link, never runs what the repository configures.
   */
  survey(root: string, paths: readonly string[]): Promise<Survey | null>
  /**
   * Makes a git worktree of the repository at `project`, on the commit that the project is on, in a folder that does not exist yet. Changes
   * nothing in the project's folder, index or branch. Never throws, never runs what the repository configures.
   */
  openWorktree(wish: WorktreeWish, signal: AbortSignal): Promise<Worktree | { readonly refused: string }>
}

export type WorktreeWish = {
  readonly project: string
  readonly root: string
  /** A new branch; null: detached. */
  readonly branch: string | null
}

export type Worktree = {
  /** As it really is on disk, without links. */
  readonly root: string
  readonly branch: string | null
  /** The commit it starts from. */
  readonly base: string
}

/** The need: to name a file in a message without remembering its path. */
export interface WorkspaceFiles {
  /** Paths inside the root that hold these letters in this order, the nearest first. Secrets and what git ignores are not among them. */
  find(root: string, text: string, limit: number): Promise<readonly string[]>
}
