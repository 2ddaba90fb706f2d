// Owns: asking the user what to do about a journal that another program has, and doing it. The words are launch/held's.
import type { Host } from "@kibitz/host"
import { shell } from "electron"
import { heldQuestion, isHeld, placeOf } from "../launch/held.ts"
import { askUser } from "./ask-user.ts"
import { AlreadyRunning } from "./single-instance.ts"

type Needs = {
  readonly dataDir: string
  /** Aborted when Kibitz is quit: then the question is as good as answered. */
  readonly leaving: AbortSignal
  openReadOnly(): Promise<Host>
}

/** Gives the read-only host, or throws: what stood in the way where nobody can be asked, or that the user went elsewhere. */
export async function whenHeld(cause: unknown, { dataDir, leaving, openReadOnly }: Needs): Promise<Host> {
  if (!isHeld(cause) || process.env.KIBITZ_QUIET_FAILURES === "1") throw cause
  const { describeHolder, holderOf } = await import("@kibitz/host")
  const holder = holderOf(dataDir)
  const question = heldQuestion(holder, describeHolder(holder))
  switch (await askUser(question, leaving)) {
    case "read-only":
      return openReadOnly()
    case "switch": {
      const place = placeOf(holder)
      if (place !== null) await shell.openExternal(place)
      throw new AlreadyRunning(`Kibitz is open in a browser at ${place}; that page was opened.`)
    }
    default:
      throw new AlreadyRunning(question.title)
  }
}
