// Owns: asking the user whether a damaged journal is to be restored (F14), and doing it. What can be had again is the host's to find out.
import { describeStartFailure, isDamage, isShortened } from "../launch/start-failure.ts"
import { askUser } from "./ask-user.ts"
import { AlreadyRunning } from "./single-instance.ts"

type Needs = { readonly dataDir: string; readonly resourcesDir: string; readonly leaving: AbortSignal }

/** Resolves when the journal is in order again. Throws what stood in the way where nothing can be had again, or nobody can be asked. */
export async function whenDamaged(cause: unknown, { leaving, ...place }: Needs): Promise<void> {
  if (!isDamage(cause) || process.env.KIBITZ_QUIET_FAILURES === "1") throw cause
  const { describeRestoration, restoreProject } = await import("@kibitz/host")
  const found = await restoreProject(place)
  if (found === null || found === "sound") throw cause
  const { title, detail } = describeStartFailure(cause)
  const canRead = describeRestoration(found)
  const question = {
    title,
    detail: isShortened(cause) ? `${detail}\n\n${canRead}` : canRead,
    choices: [
      { choice: "restore", label: "Restore" },
      { choice: "quit", label: "Quit" },
    ],
    onEnter: "quit",
  } as const
  if ((await askUser(question, leaving)) === "restore") return found.commit()
  found.discard()
  throw new AlreadyRunning(title)
}
