// Owns: who has a project open, as every shell asks and says it (ux 6). The journal's lock alone decides who may write.
import { join } from "node:path"
import { type Holder, holderNote } from "@kibitz/adapters/system"
import { fromInstant, type Instant } from "@kibitz/contract"

export type { Holder }

/** Null: nobody who has said so. */
export function holderOf(dataDir: string): Holder | null {
  return noteIn(dataDir).read()
}

export function noteIn(dataDir: string) {
  return holderNote(join(dataDir, "open-in.json"))
}

/** `title`: what is the matter. `where`: which program it is, since when, and where it can be seen. */
export function describeHolder(holder: Holder | null): { readonly title: string; readonly where: string } {
  const title = "Another Kibitz window has this project open."
  if (holder === null) return { title, where: "Which program it is could not be found out." }
  const which = `process ${holder.pid}, since ${timeOf(holder.since)}`
  switch (holder.program) {
    case "web":
      return { title, where: `It is open in a browser${holder.address ? ` at ${holder.address}` : ""} (kibitz web, ${which}).` }
    case "desktop":
      return { title, where: `It is the Kibitz app (${which}).` }
    case "rpc":
      return { title: "Another Kibitz has this project open.", where: `It is kibitz rpc (${which}), which has no window.` }
  }
}

/** By the clock on the wall; with the day where that is another. */
export function timeOf(moment: Instant): string {
  const zone = Temporal.Now.timeZoneId()
  const began = fromInstant(moment).toZonedDateTimeISO(zone)
  const isToday = began.toPlainDate().equals(Temporal.Now.plainDateISO(zone))
  const day = isToday ? ({} as const) : ({ day: "numeric", month: "short" } as const)
  return began.toLocaleString(undefined, { ...day, hour: "numeric", minute: "2-digit" })
}
