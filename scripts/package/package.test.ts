import { expect, test } from "vitest"
import { packOrder } from "./package-app.ts"
import { unpackedApp } from "./unpacked.ts"

test("this computer's runtime goes into the app for the tests, and into no installer", () => {
  const runtime = { dist: "/here", executable: "/here/electron", version: "45.0.0", source: "official" } as const
  expect(packOrder(runtime, false)).toEqual({ electronVersion: "45.0.0", electronDist: "/here", release: false })
  expect(packOrder(runtime, true)).toEqual({ electronVersion: "45.0.0", release: true })
})

test.each([
  ["linux", "x64", "linux-unpacked/kibitz", "linux-unpacked/resources"],
  ["linux", "arm64", "linux-arm64-unpacked/kibitz", "linux-arm64-unpacked/resources"],
  ["win32", "x64", "win-unpacked/kibitz.exe", "win-unpacked/resources"],
  ["win32", "arm64", "win-arm64-unpacked/kibitz.exe", "win-arm64-unpacked/resources"],
  ["darwin", "x64", "mac/Kibitz.app/Contents/MacOS/Kibitz", "mac/Kibitz.app/Contents/Resources"],
  ["darwin", "arm64", "mac-arm64/Kibitz.app/Contents/MacOS/Kibitz", "mac-arm64/Kibitz.app/Contents/Resources"],
])("the unpacked app of %s-%s", (platform, arch, executable, resources) => {
  const found = unpackedApp("release", platform, arch)
  const slashed = (path: string) => path.replaceAll("\\", "/").replace("release/", "")
  expect([slashed(found.executable), slashed(found.resources)]).toEqual([executable, resources])
})
