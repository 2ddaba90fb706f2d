// Run in the page before its own scripts, for pictures only: the clock stands there too. What it had drawn by another one would stay on the screen.
const { contextBridge } = require("electron")

contextBridge.executeInMainWorld({
  func: () => {
    globalThis.stillAt = Date.parse("2026-05-04T09:41:00Z")
    Temporal.Now.instant = () => Temporal.Instant.fromEpochMilliseconds(globalThis.stillAt)
    Temporal.Now.plainDateISO = (zone = "UTC") => Temporal.Now.instant().toZonedDateTimeISO(zone).toPlainDate()
  },
})
