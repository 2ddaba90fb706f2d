// The need: to know which commit the project folder stands on, so that an approval given for one state is not used in another (T23), and what
// a deletion would take, so that whoever is asked knows (card law 5).
import type { Survey } from "@kibitz/contract"

export interface Workspace {
  /** null where there is no repository, or it cannot be read. Never throws, never runs what the repository configures. */
  head(): Promise<string | null>
  /**
   * What deleting these paths would take, counted and not read. Paths start at the project folder. null where one of them leads out of it or
   * cannot be looked at. Bounded in time; never throws, never follows a link, never runs what the repository configures.
   */
  survey(paths: readonly string[]): Promise<Survey | null>
}

/** The need: to name a file of the project in a message without remembering its path. */
export interface ProjectFiles {
  /** Paths inside the project folder that hold these letters in this order, the nearest first. Secrets and what git ignores are not among them. */
  find(text: string, limit: number): Promise<readonly string[]>
}
