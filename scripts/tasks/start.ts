// `npm start` on the project's Node: builds what changed and opens Kibitz, in a window or, without a screen, in the browser.
import { join } from "node:path"
import { build } from "../build/build.ts"
import { command, interruption } from "../setup/command.mjs"
import { hasDisplay } from "../setup/display.ts"
import { electronRuntime, sandboxSwitch } from "../setup/electron.ts"
import { electronSystem } from "../setup/electron-system.ts"
import { root } from "../setup/paths.mjs"
import { notice, runMain, say } from "../setup/progress.mjs"
import { sandboxForStart } from "../setup/sandbox.ts"
import { codeOf } from "./ended.ts"
import { asksForUsage, startArguments, usage } from "./start-arguments.ts"

await runMain(() => start(process.argv.slice(2)))

async function start(given: readonly string[]): Promise<number> {
  if (asksForUsage(given)) {
    process.stdout.write(usage)
    return 0
  }
  const as = hasDisplay() ? "window" : "web"
  const calledIn = process.env.INIT_CWD ?? process.cwd()
  const args = startArguments(given, { calledIn, usualProject: process.env.KIBITZ_PROJECT, as })
  await sandboxForStart()
  const code = await (as === "window" ? startWindow(args) : startWeb(args))
  const { DISPLAY: display, WAYLAND_DISPLAY: wayland } = process.env
  return codeOf(code, { as, display, wayland, interrupted: interruption() !== undefined })
}

async function startWindow(args: readonly string[]): Promise<number> {
  const runtime = await electronRuntime()
  await electronSystem(runtime.executable, "own")
  await build()
  const switches = sandboxSwitch()
  if (switches.length > 0)
    notice("you are root: Chromium's sandbox is off. Outside of containers, start Kibitz as an ordinary user.")
  say("opening the window")
  const { code } = await command(runtime.executable, [...switches, root, ...args], { env: { ELECTRON_RUN_AS_NODE: undefined } })
  return code
}

async function startWeb(args: readonly string[]): Promise<number> {
  await build()
  notice(
    "there is no display here (neither DISPLAY nor WAYLAND_DISPLAY is set), so Kibitz is served to a browser on this computer.",
  )
  const { code } = await command(process.execPath, [join(root, "dist", "cli", "kibitz.js"), "web", ...args])
  return code
}
