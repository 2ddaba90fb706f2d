import { z } from "zod"

export const WorkspaceOfWorld = z.object({
  /** The commit the project folder is at, as far as is known. */
  head: z.string().nullable(),
})
