// Loaded into the main process before the app, for pictures only: the clock stands, here and in the page, and chance gives the same every time.
// Names that are made of both are then the same in every run, and so is what is chosen by them.
const crypto = require("node:crypto")
const { syncBuiltinESMExports } = require("node:module")
const { join } = require("node:path")
const { app } = require("electron")

globalThis.stillAt = Date.parse("2026-05-04T09:41:00Z")
Temporal.Now.instant = () => Temporal.Instant.fromEpochMilliseconds(globalThis.stillAt)
Date.now = () => globalThis.stillAt
Math.random = () => 0.5
crypto.getRandomValues = (bytes) => bytes.fill(7)
syncBuiltinESMExports()

app.on("session-created", (session) => {
  session.registerPreloadScript({ type: "frame", filePath: join(__dirname, "still-page.cjs") })
})
