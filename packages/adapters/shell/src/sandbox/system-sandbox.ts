import type { Sandbox } from "@kibitz/ports"
import { bubblewrapSandbox } from "./bubblewrap.ts"
import { noSandbox } from "./no-sandbox.ts"
import { seatbeltSandbox } from "./seatbelt.ts"

export function systemSandbox(platform: NodeJS.Platform = process.platform): Sandbox {
  switch (platform) {
    case "linux":
      return bubblewrapSandbox()
    case "darwin":
      return seatbeltSandbox()
    default:
      return noSandbox(
        `Kibitz knows no way to confine programs on ${platform}`,
        "run Kibitz on Linux or macOS, or on Windows inside WSL 2",
      )
  }
}
