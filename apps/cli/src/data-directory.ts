// Owns: where Kibitz keeps its data when nobody says. The same folder as the desktop app's, so that a script sees what the window
// shows; the journal lets only one of them in at a time.
import { isAbsolute, posix, win32 } from "node:path"

export type Environment = Readonly<Record<string, string | undefined>>

export function defaultDataDirectory(platform: NodeJS.Platform, environment: Environment, home: string): string {
  switch (platform) {
    case "darwin":
      return posix.join(home, "Library", "Application Support", "Kibitz")
    case "win32":
      return win32.join(environment.APPDATA || win32.join(home, "AppData", "Roaming"), "Kibitz")
    default: {
      const configured = environment.XDG_CONFIG_HOME ?? ""
      return posix.join(isAbsolute(configured) ? configured : posix.join(home, ".config"), "Kibitz")
    }
  }
}
