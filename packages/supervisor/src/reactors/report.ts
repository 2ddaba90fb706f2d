// Owns: that what has happened outside gets into the journal. A full disk must not lose a finished reply or leave a tool without its
// result (F12), so a report is tried again until it is taken, refused as stale, or the app closes.
import type { InternalCommand } from "@kibitz/contract"
import type { Log } from "@kibitz/ports"
import type { TimerQueue } from "../scheduler/timer-queue.ts"
import type { Supervisor } from "../supervisor.ts"

const TRY_AGAIN_MS = 1_000

export type Report = (command: InternalCommand) => void

export function reporter(supervisor: Pick<Supervisor, "dispatch">, timers: TimerQueue, log: Log): Report {
  let refused: InternalCommand[] = []

  function report(command: InternalCommand): void {
    void supervisor.dispatch(command).then((outcome) => {
      if (!("rejection" in outcome)) return
      const { kind, message } = outcome.rejection
      if (kind === "storage-failed") return keep(command)
      if (kind === "stale" || kind === "closing") return log.info("a report came too late", { command: command.type })
      log.error("a report was refused", new Error(message), { command: command.type, because: kind })
      giveUp(command)
    })
  }

  /** All that a full disk refuses wait together, in their order: hundreds of agents may have something to report by then. */
  function keep(command: InternalCommand): void {
    if (refused.push(command) === 1) timers.after(TRY_AGAIN_MS, "report", tryAgain)
  }

  function tryAgain(): void {
    const again = refused
    refused = []
    for (const command of again) report(command)
  }

  /** A turn whose report nobody takes would wait for ever; it ends instead, and says so. */
  function giveUp(command: InternalCommand): void {
    if (!("turnId" in command) || command.type === "turn.fail") return
    const failure = {
      kind: "unknown",
      message: "Kibitz has a fault. The log has the details.",
      status: null,
      requestId: null,
      retryAfterMs: null,
    } as const
    report({ type: "turn.fail", agentId: command.agentId, turnId: command.turnId, failure, parked: false, draft: "" })
  }
  return report
}
