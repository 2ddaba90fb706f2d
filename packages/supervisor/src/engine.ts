// Owns: putting the supervisor, its reactors and its channels together: what a start does in which order, and what a stop does.
import type { Leftover } from "@kibitz/contract"
import type { Notifier } from "@kibitz/ports"
import { type Channels, openChannels } from "./publish/channels.ts"
import { type ReactorsNeeds, startReactors } from "./reactors/all.ts"
import { notifyUser } from "./reactors/notify.ts"
import { recovery } from "./recovery/recover.ts"
import { timerQueue } from "./scheduler/timer-queue.ts"
import { type Supervisor, type SupervisorNeeds, startSupervisor } from "./supervisor.ts"

export type EngineNeeds = ReactorsNeeds & {
  /** Absolute path of the project folder; every start records it as the root of the project's workspace. */
  readonly project: string
  /** Where the system can show notices. Quiet hours are those of the user's zone. */
  readonly notifier?: Notifier
  readonly zone?: string
  /** Looks at something on the machine before a command that needs it is decided. */
  readonly prepare?: SupervisorNeeds["prepare"]
}

export type Engine = {
  readonly supervisor: Supervisor
  readonly channels: Channels
  /** Founds Jake on the first start and resumes what was in flight. `leftovers`: what the last Kibitz on this data had left running, already ended. */
  open(leftovers?: readonly Leftover[]): Promise<void>
  /** Cuts streams and tools, keeps drafts, saves the world. The journal stays open: it is the host's. */
  stop(): void
  /** Models may be asked again. */
  goOn(): void
}

const TRY_AGAIN_MS = 1_000

/** Reads the journal first: throws StorageFailure where it cannot be folded, before anything has been changed. */
export function startEngine(needs: EngineNeeds): Engine {
  const { journal, clock, drafts, log } = needs
  const supervisor = startSupervisor(needs)
  const timers = timerQueue(clock, needs.chance)
  const reactors = startReactors(needs, supervisor, timers)
  // Screens first: they hear of a finished reply before the live text it replaces is dropped.
  const channels = openChannels(supervisor, journal, reactors.live, clock)
  const notices = needs.notifier && notifyUser({ clock, notifier: needs.notifier, zone: needs.zone ?? "UTC" })
  // Nobody is called for what a full disk then takes back.
  if (notices) supervisor.listen((batch, world) => notices.follow(batch, world))
  supervisor.heed(reactors.follow)

  /** A full disk does not keep the app from opening: recovery continues from where it was when there is room. */
  async function resume(recover: () => Promise<boolean>): Promise<void> {
    if (!(await recover())) return void timers.after(TRY_AGAIN_MS, "open", () => void resume(recover))
    reactors.start()
  }

  return {
    supervisor,
    channels,
    async open(leftovers = []) {
      reactors.holdAsAgreed(supervisor.world())
      notices?.follow([], supervisor.world())
      const { report, resumeTurns: mayGoOn } = reactors
      await resume(recovery({ supervisor, drafts, log, report, leftovers, project: needs.project, mayGoOn }))
    },
    stop() {
      reactors.stop()
      timers.stop()
      notices?.stop()
      supervisor.stop()
    },
    goOn: reactors.refill,
  }
}
