// Owns: what Electron needs of a Linux system: its libraries, a way to sandbox, and Xvfb for tests.
import { existsSync, readFileSync, statSync } from "node:fs"
import { dirname, join } from "node:path"
import { SetupFailure } from "./progress.mjs"
import { onPath, requireLibraries } from "./system-packages.mjs"

/** Opened while running, so that ldd does not list it: without any font a page shows no text. */
const fonts = ["fonts-liberation"]

export async function electronSystem(executable: string, display: "own" | "virtual"): Promise<void> {
  if (process.platform !== "linux") return
  const always = display === "virtual" && !onPath("Xvfb") ? ["xvfb"] : []
  await requireLibraries("Electron", executable, { withLibraries: fonts, always })
  checkSandbox(executable)
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
