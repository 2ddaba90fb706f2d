// Owns: telling the shell which theme the user has chosen, so that native parts and the next start's first colour agree with the page.
import type { Theme } from "@kibitz/contract"
import type { Host } from "@kibitz/host"

export function followTheme(host: Promise<Host>, changed: (theme: Theme) => void): void {
  host.then(
    (opened) => {
      const line = opened.connect("desktop", (message) => {
        if (message.type === "subscribed" && message.snapshot.kind === "world") changed(message.snapshot.world.settings.theme)
        if (message.type !== "envelope") return
        for (const { event } of message.events) if (event.type === "settings.changed") changed(event.settings.theme)
      })
      line.receive({ type: "subscribe", id: "theme", channel: { kind: "world" } })
    },
    // The boot reports a host that does not open.
    () => {},
  )
}
