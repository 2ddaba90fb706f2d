// Owns: what the shell knows of a first start before the host is loaded. It looks whether the files are there and opens none of them.
import { existsSync } from "node:fs"
import { join } from "node:path"
import type { Launch } from "./read-launch.ts"

export type FirstStart = {
  /** Where agents will work. */
  readonly folder: string
  /** Something other than the rehearsal will answer. */
  readonly hasKey: boolean
}

/** Null where there is a journal, or where the host fills a new one with an invented team. */
export function firstStart(
  { dataDir, workspace, seed }: Pick<Launch, "dataDir" | "workspace" | "seed">,
  environment: Readonly<Record<string, string | undefined>>,
): FirstStart | null {
  if (seed !== null || existsSync(join(dataDir, "kibitz.db"))) return null
  const hasKey = Boolean(environment.ANTHROPIC_API_KEY?.trim()) || existsSync(join(dataDir, "provider-key"))
  return { folder: workspace, hasKey }
}
