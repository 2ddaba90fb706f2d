import { expect, test } from "vitest"
import { defaultDataDirectory } from "./data-directory.ts"

test.each([
  ["linux", {}, "/home/ada", "/home/ada/.config/Kibitz"],
  ["linux", { XDG_CONFIG_HOME: "/conf" }, "/home/ada", "/conf/Kibitz"],
  ["linux", { XDG_CONFIG_HOME: "relative" }, "/home/ada", "/home/ada/.config/Kibitz"],
  ["darwin", {}, "/Users/ada", "/Users/ada/Library/Application Support/Kibitz"],
  ["win32", { APPDATA: "C:\\Users\\ada\\AppData\\Roaming" }, "C:\\Users\\ada", "C:\\Users\\ada\\AppData\\Roaming\\Kibitz"],
  ["win32", {}, "C:\\Users\\ada", "C:\\Users\\ada\\AppData\\Roaming\\Kibitz"],
] as const)("on %s with %o it is the desktop app's folder", (platform, environment, home, folder) => {
  expect(defaultDataDirectory(platform, environment, home)).toBe(folder)
})
