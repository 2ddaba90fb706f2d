// `npm start` on the project's Node: builds what changed and opens Kibitz, in a window or, without a screen, in the browser.
import { join, resolve } from "node:path"
import { build } from "../build/build.ts"
import { command, interruption } from "../setup/command.mjs"
import { hasDisplay } from "../setup/display.ts"
import { electronRuntime, sandboxSwitch } from "../setup/electron.ts"
import { electronSystem } from "../setup/electron-system.ts"
import { root } from "../setup/paths.mjs"
import { notice, runMain, say } from "../setup/progress.mjs"
import { sandboxForStart } from "../setup/sandbox.ts"
import { codeOf } from "./ended.ts"

await runMain(() => start(process.argv.slice(2)))

async function start(given: readonly string[]): Promise<number> {
  const args = withProject(given)
  await sandboxForStart()
  const as = hasDisplay() ? "window" : "web"
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

/** Agents may read the folder npm was called in, unless another one is named. */
function withProject(given: readonly string[]): readonly string[] {
  const foldersGiven: ReadonlySet<string> = new Set(["--project", "--data-dir"])
  // The window's own command line knows a folder only behind an equals sign: written apart it would be passed over, and other data opened.
  const args = given.flatMap((argument, index) => {
    if (foldersGiven.has(argument)) return [`${argument}=${given[index + 1] ?? ""}`]
    return foldersGiven.has(given[index - 1] ?? "") ? [] : [argument]
  })
  const calledIn = process.env.INIT_CWD ?? process.cwd()
  const named = args.find((argument) => argument.startsWith("--project="))
  const project = resolve(calledIn, named?.slice("--project=".length) || process.env.KIBITZ_PROJECT || ".")
  return [`--project=${project}`, ...args.filter((argument) => argument !== named)]
}
