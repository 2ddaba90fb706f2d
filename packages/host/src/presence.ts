// Owns: telling the world that a client has gone, so that nobody is thought to be looking who is not (OPM-3). A window that closes is gone
// almost at once; a page or a script may come back within ten seconds. Does not own: who is present (domain).
import type { CommandOf, ConnectionId, Surface } from "@kibitz/contract"
import type { Clock } from "@kibitz/ports"
import type { Supervisor } from "@kibitz/supervisor"

/** Both are known for certain: who was there has left, the one by closing the window, the other because its page died (ux 6). */
export type Gone = "closed" | "crashed"

export type Visitors = {
  /** A client has connected. It is known by this name until it has gone. */
  came(surface: Surface): { readonly connection: ConnectionId; gone(how?: Gone): void }
  /** Kibitz closes: everybody leaves, and that is on disk when this resolves (U12). */
  quit(): Promise<void>
}

/** A page that is loaded again, or a network that hiccups, comes back by then and joins anew before the old one is missed. */
const GRACE_MS = 10_000
/** A line that ends says not why. By then it is known whether its window was closed, its page died, or Kibitz is being quit, on a busy machine too. */
const WINDOW_GRACE_MS = 2_000
const TRY_AGAIN_MS = 1_000

export function receiveVisitors(supervisor: Pick<Supervisor, "dispatch">, clock: Clock): Visitors {
  const waiting = new Set<() => void>()
  let count = 0
  let closing = false

  function after(ms: number, callback: () => void): void {
    const cancel = clock.after(ms, () => {
      waiting.delete(cancel)
      callback()
    })
    waiting.add(cancel)
  }

  /** Tried again when the disk is full: one who is thought to be there for ever would keep an agent waiting for ever. */
  function lose(command: CommandOf<"presence.lose">): void {
    void supervisor.dispatch(command).then((outcome) => {
      if (closing || !("rejection" in outcome) || outcome.rejection.kind !== "storage-failed") return
      after(TRY_AGAIN_MS, () => lose(command))
    })
  }

  return {
    came(surface) {
      const connection: ConnectionId = `${surface}-${++count}`
      let left = false
      let isTold = false
      let cause: CommandOf<"presence.lose">["cause"] = surface === "desktop" ? "close" : "lost"
      const tell = () => {
        if (isTold) return
        isTold = true
        lose({ type: "presence.lose", connection, cause })
      }
      return {
        connection,
        gone(how) {
          if (how === "crashed") cause = "recovered"
          if (closing) return
          // At once: a page that comes back joins again, and that comes after.
          if (how !== undefined) return tell()
          if (left) return
          left = true
          // Whoever comes back says so; until then nobody looks, and what is raised meanwhile would otherwise be told to no one.
          void supervisor.dispatch({ type: "focus.set", window: false, pane: null }, { actor: "app", surface, connection })
          after(surface === "desktop" ? WINDOW_GRACE_MS : GRACE_MS, tell)
        },
      }
    },
    async quit() {
      closing = true
      for (const cancel of waiting) cancel()
      waiting.clear()
      // A disk that cannot be written now is the next start's affair: it finds who was there, and tells them.
      await supervisor.dispatch({ type: "session.end" })
    },
  }
}
