// Owns: that what has happened outside gets into the journal. A full disk must not lose a finished reply or leave a tool without its
// result (F12), so a report is tried again until it is taken, refused as stale, or the app closes.
import type { InternalCommand } from "@kibitz/contract"
import type { Clock, Log } from "@kibitz/ports"
import type { Supervisor } from "../supervisor.ts"

const TRY_AGAIN_MS = 1_000

export type Report = (command: InternalCommand) => void

export function reporter(supervisor: Supervisor, clock: Clock, log: Log): Report {
  function report(command: InternalCommand): void {
    void supervisor.dispatch(command).then((outcome) => {
      if (!("rejection" in outcome)) return
      if (outcome.rejection.kind === "storage-failed") clock.after(TRY_AGAIN_MS, () => report(command))
      else log.info("a report was not taken", { command: command.type, because: outcome.rejection.kind })
    })
  }
  return report
}
