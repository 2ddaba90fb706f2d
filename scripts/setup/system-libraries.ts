// Owns: the shared libraries Electron needs on Linux, and Xvfb for tests. Installs them where it may (root with apt), else says what to run.
import { spawnSync } from "node:child_process"
import { existsSync, readFileSync, statSync } from "node:fs"
import { dirname, join } from "node:path"
import { command } from "./command.mjs"
import { withLock } from "./lock.mjs"
import { SetupFailure, step } from "./progress.mjs"

/** Debian's package of each library Electron links to. Newer releases add `t64` to some names; apt is asked which one it has. */
const packageOf: Record<string, string> = {
  "libasound.so.2": "libasound2",
  "libatk-1.0.so.0": "libatk1.0-0",
  "libatk-bridge-2.0.so.0": "libatk-bridge2.0-0",
  "libatspi.so.0": "libatspi2.0-0",
  "libcairo.so.2": "libcairo2",
  "libcups.so.2": "libcups2",
  "libdbus-1.so.3": "libdbus-1-3",
  "libdrm.so.2": "libdrm2",
  "libexpat.so.1": "libexpat1",
  "libgbm.so.1": "libgbm1",
  "libgio-2.0.so.0": "libglib2.0-0",
  "libglib-2.0.so.0": "libglib2.0-0",
  "libgobject-2.0.so.0": "libglib2.0-0",
  "libgtk-3.so.0": "libgtk-3-0",
  "libnspr4.so": "libnspr4",
  "libnss3.so": "libnss3",
  "libnssutil3.so": "libnss3",
  "libpango-1.0.so.0": "libpango-1.0-0",
  "libsmime3.so": "libnss3",
  "libudev.so.1": "libudev1",
  "libX11.so.6": "libx11-6",
  "libxcb.so.1": "libxcb1",
  "libXcomposite.so.1": "libxcomposite1",
  "libXdamage.so.1": "libxdamage1",
  "libXext.so.6": "libxext6",
  "libXfixes.so.3": "libxfixes3",
  "libxkbcommon.so.0": "libxkbcommon0",
  "libXrandr.so.2": "libxrandr2",
}

/** Electron opens these while running, so ldd does not list them; GTK's text and dialogs need them. */
const alongWithMissing = ["libgtk-3-0", "fonts-liberation"]

export async function systemLibraries(executable: string, needs: { display: "own" | "virtual" }): Promise<void> {
  if (process.platform !== "linux") return
  await withLock("system-libraries", async () => {
    const missing = missingLibraries(executable)
    const packages = new Set(missing.map((library) => packageOf[library] ?? library))
    if (missing.length > 0) for (const name of alongWithMissing) packages.add(name)
    if (needs.display === "virtual" && !onPath("Xvfb")) packages.add("xvfb")
    if (packages.size > 0) await installPackages([...packages].sort(), missing)
    const still = missingLibraries(executable)
    if (still.length > 0) {
      throw new SetupFailure(
        `Electron cannot start: ${still.join(", ")} missing`,
        "install the packages that hold these libraries.",
      )
    }
  })
  checkSandbox(executable)
}

export function missingLibraries(executable: string): string[] {
  const { stdout } = spawnSync("ldd", [executable], {
    encoding: "utf8",
    env: { ...process.env, LD_LIBRARY_PATH: dirname(executable) },
  })
  return parseLdd(stdout ?? "")
}

export function parseLdd(output: string): string[] {
  const names = [...output.matchAll(/^\s*(\S+) => not found/gm)].map((match) => match[1] ?? "")
  return [...new Set(names)]
}

async function installPackages(wanted: string[], missing: string[]): Promise<void> {
  const why = missing.length > 0 ? `libraries missing: ${missing.join(", ")}` : `missing: ${wanted.join(", ")}`
  const isRoot = process.getuid?.() === 0
  if (!isRoot || !onPath("apt-get")) {
    const prefix = isRoot ? "" : "sudo "
    const hint = onPath("apt-get")
      ? `run: ${prefix}apt-get update && ${prefix}apt-get install -y ${wanted.join(" ")}`
      : `install your system's packages for: ${wanted.join(" ")} (Debian's names)`
    throw new SetupFailure(`this system lacks what Electron needs (${why})`, `${hint}\nThen start again.`)
  }
  await step(`installing system packages (${why})`, async () => {
    const env = { DEBIAN_FRONTEND: "noninteractive" }
    const updated = await command("apt-get", ["update", "-q"], { quiet: true, env })
    const names = wanted.map(aptName)
    const args = ["install", "-y", "-q", "--no-install-recommends", ...names]
    const { code, output } = await command("apt-get", args, { quiet: true, env })
    if (code === 0) return
    const updateNote = updated.code === 0 ? "" : `\n(apt-get update failed before: ${lastLines(updated.output)})`
    throw new SetupFailure(
      `apt-get ${args.join(" ")} failed:\n${lastLines(output)}${updateNote}`,
      "solve what apt reports and start again.",
    )
  })
}

function aptName(name: string): string {
  const found = spawnSync("apt-cache", ["show", "--no-all-versions", `${name}t64`], { encoding: "utf8" })
  return found.status === 0 && found.stdout.includes("Package:") ? `${name}t64` : name
}

/** Some kernels forbid the sandbox to ordinary users; Chromium then dies with a message that few can act on. */
function checkSandbox(executable: string): void {
  if (process.getuid?.() === 0 || !namespacesForbidden()) return
  const helper = join(dirname(executable), "chrome-sandbox")
  if (existsSync(helper)) {
    const { uid, mode } = statSync(helper)
    if (uid === 0 && (mode & 0o4000) !== 0) return
  }
  throw new SetupFailure(
    "this system does not let ordinary programs make user namespaces, and Electron's sandbox helper is not set up",
    `run: sudo chown root:root '${helper}' && sudo chmod 4755 '${helper}'\nThen start again.`,
  )
}

function namespacesForbidden(): boolean {
  return (
    reads("/proc/sys/kernel/apparmor_restrict_unprivileged_userns", "1") ||
    reads("/proc/sys/kernel/unprivileged_userns_clone", "0")
  )
}

function reads(file: string, value: string): boolean {
  try {
    return readFileSync(file, "utf8").trim() === value
  } catch {
    return false
  }
}

export function onPath(program: string): boolean {
  return (process.env.PATH ?? "").split(":").some((folder) => folder !== "" && existsSync(join(folder, program)))
}

function lastLines(output: string): string {
  return output.trim().split("\n").slice(-6).join("\n")
}
