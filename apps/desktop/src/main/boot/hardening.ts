// Owns: what must be said to Chromium before it is ready, and the walls around every page (threats-and-faults 1a).
import { writeFileSync } from "node:fs"
import { app, Menu, protocol, type Session, session, type WebContents } from "electron"
import { guardDownloads } from "../downloads/guard-downloads.ts"
import { openAfterAsking } from "../links/open-after-asking.ts"
import { APP_ORIGIN, APP_SCHEME } from "../serve/resolve-asset.ts"

/** Chromium itself talks to nobody: the page comes from disk, and models are called by Node. Each of these closes a way out. */
const switches: readonly (readonly [name: string, value?: string])[] = [
  ["host-resolver-rules", "MAP * ~NOTFOUND"],
  ["no-proxy-server"],
  ["disable-background-networking"],
  ["disable-component-update"],
  ["disable-domain-reliability"],
  ["no-pings"],
  ["disable-breakpad"],
  ["force-webrtc-ip-handling-policy", "disable_non_proxied_udp"],
]

/** Parts of Chromium that would look for a network or hold a process for pages that never come. */
const features = [
  "HardwareMediaKeyHandling",
  "MediaRouter",
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
  "SpareRendererForSitePerProcess",
  "Translate",
]

export function hardening(): object {
  // The two contradict each other, and Chromium then starts no process at all. A packaged build refuses the switch (launch/read-launch).
  if (!app.commandLine.hasSwitch("no-sandbox")) app.enableSandbox()
  forgetCoreDumps()
  for (const [name, value] of switches) {
    if (value === undefined) app.commandLine.appendSwitch(name)
    else app.commandLine.appendSwitch(name, value)
  }
  // The last value of this switch wins: what the command line already turned off stays off.
  const alreadyOff = app.commandLine.getSwitchValue("disable-features").split(",")
  app.commandLine.appendSwitch("disable-features", [...alreadyOff, ...features].filter(Boolean).join(","))
  // Otherwise Electron makes a menu of its own, with reload and developer tools in it, only for ours to replace it.
  Menu.setApplicationMenu(null)
  protocol.registerSchemesAsPrivileged([{ scheme: APP_SCHEME, privileges: { standard: true, secure: true, codeCache: true } }])
  app.on("web-contents-created", (_event, contents) => wallIn(contents))
  return {}
}

/** After ready: sessions exist only then. */
export function sessionWalls(): object {
  denyEverything(session.defaultSession)
  return {}
}

/** A memory dump of this process would hold the key (T17). Linux: an empty filter leaves nothing to dump; children inherit it. */
function forgetCoreDumps(): void {
  if (process.platform !== "linux") return
  try {
    writeFileSync("/proc/self/coredump_filter", "0")
  } catch {
    // Some containers forbid it; then the system's own limits decide.
  }
}

function denyEverything(walled: Session): void {
  // Copying text is the one thing a page may do beyond its own borders; reading the clipboard is not.
  walled.setPermissionRequestHandler((contents, permission, answer) =>
    answer(permission === "clipboard-sanitized-write" && isOurs(contents)),
  )
  walled.setPermissionCheckHandler(
    (_contents, permission, origin) => permission === "clipboard-sanitized-write" && origin === `${APP_ORIGIN}/`,
  )
  walled.setDevicePermissionHandler(() => false)
  guardDownloads(walled, isOurs)
  // No `webRequest` here: a listener, whatever it listens to, sends the end of every file of the page through this thread, which opens the host just then.
  // What a page asks for elsewhere is refused by the policy it comes with (serve/headers) and finds no host (the first of the switches above).
  walled.setSpellCheckerEnabled(false)
}

function isOurs(contents: WebContents): boolean {
  return contents.getURL().startsWith(`${APP_ORIGIN}/`)
}

function wallIn(contents: WebContents): void {
  contents.setWindowOpenHandler(({ url }) => {
    void openAfterAsking(url, contents)
    return { action: "deny" }
  })
  contents.on("will-navigate", (event) => event.preventDefault())
  contents.on("will-redirect", (event) => event.preventDefault())
  contents.on("will-frame-navigate", (event) => event.preventDefault())
  contents.on("will-attach-webview", (event) => event.preventDefault())
}
