// Owns: where electron-builder leaves the unpacked app, which it names after system and processor.
import { join } from "node:path"

export type Unpacked = { executable: string; resources: string }

export function unpackedApp(release: string, platform: string, arch: string): Unpacked {
  const ofArch = arch === "x64" ? "" : `-${arch}`
  if (platform === "darwin") {
    const contents = join(release, `mac${ofArch}`, "Kibitz.app", "Contents")
    return { executable: join(contents, "MacOS", "Kibitz"), resources: join(contents, "Resources") }
  }
  const folder = join(release, `${platform === "win32" ? "win" : "linux"}${ofArch}-unpacked`)
  return { executable: join(folder, platform === "win32" ? "kibitz.exe" : "kibitz"), resources: join(folder, "resources") }
}
