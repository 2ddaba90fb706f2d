// The need: to know which commit the project folder stands on, so that an approval given for one state is not used in another (T23).
export interface Workspace {
  /** null where there is no repository, or it cannot be read. Never throws, never runs what the repository configures. */
  head(): Promise<string | null>
}
