import { useReadOnly } from "../session/session-context.ts"

/** Going to a chat joins its agent; not where the project is only looked at, and then it is not called so. */
export function useJoinWord(): "Join" | "Read" {
  return useReadOnly() === undefined ? "Join" : "Read"
}
