import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { findElectron, type Machine } from "./electron.ts"
import { repackagedDist } from "./repackaged-electron.ts"

let folder = ""
/** What the machine was asked to do, in order. */
let asked: string[] = []
let notices: string[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "kibitz-electron-"))
  asked = []
  notices = []
  mkdirSync(join(folder, "package"))
  writeFileSync(join(folder, "package", "package.json"), JSON.stringify({ version: "45.0.0" }))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const unpack = (dist: string, version: string, mode = 0o755) => {
  mkdirSync(dist, { recursive: true })
  writeFileSync(join(dist, "electron"), "", { mode })
  writeFileSync(join(dist, "version"), version)
  return dist
}
const officialDist = () => join(folder, "package", "dist")
const memory = () => join(folder, "scratch", "electron-site.json")

/** A linux-x64 that reaches npm but not Electron's own site. */
function machine(env: NodeJS.ProcessEnv = {}, more: Partial<Machine> = {}): Machine {
  return {
    env,
    platform: "linux",
    arch: "x64",
    packageDir: join(folder, "package"),
    cache: join(folder, "cache"),
    scratch: join(folder, "scratch"),
    probe: async (url) => {
      asked.push(`probe ${url}`)
      throw new TypeError("fetch failed", { cause: { code: "ENOTFOUND" } })
    },
    download: async (added) => {
      asked.push(`download ${JSON.stringify(added)}`)
      return { code: 1, output: "no way through\nat x", timedOut: false }
    },
    fetchRepackaged: async (cache) => {
      asked.push("repackaged")
      return unpack(repackagedDist(cache), "42.0.0")
    },
    notice: (text) => notices.push(text),
    ...more,
  }
}
const reachable: Partial<Machine> = {
  probe: async () => 200,
  download: async () => {
    unpack(officialDist(), "45.0.0")
    return { code: 0, output: "", timedOut: false }
  },
}
const officialProbe = "probe https://github.com/electron/electron/releases/download/v45.0.0/SHASUMS256.txt"

describe("the order: override, official, repackaged", () => {
  test("an override wins over everything, and nothing is asked", async () => {
    unpack(officialDist(), "45.0.0")
    const own = unpack(join(folder, "own"), "v46.0.0")
    const runtime = await findElectron(machine({ ELECTRON_OVERRIDE_DIST_PATH: own }))
    expect(runtime).toEqual({ dist: own, executable: join(own, "electron"), version: "46.0.0", source: "override" })
    expect(asked).toEqual([])
  })

  test("the official one that is installed is used; one of another version is not", async () => {
    unpack(officialDist(), "45.0.0")
    expect(await findElectron(machine())).toMatchObject({ source: "official", version: "45.0.0" })
    expect(asked).toEqual([])
    unpack(officialDist(), "44.0.0")
    expect(await findElectron(machine())).toMatchObject({ source: "repackaged" })
  })

  test("the official one is downloaded where its site answers", async () => {
    expect(await findElectron(machine({}, reachable))).toMatchObject({ source: "official", version: "45.0.0" })
    expect(notices).toEqual([])
  })

  test("else the repackaged one, and it is said what that is and how to forbid it", async () => {
    expect(await findElectron(machine())).toMatchObject({ source: "repackaged", version: "42.0.0" })
    expect(asked).toEqual([officialProbe, "repackaged"])
    expect(notices.join(" ")).toMatch(
      /github\.com cannot be reached \(ENOTFOUND\).*third-party.*never for a release.*_ELECTRON=1/,
    )
  })

  test("where there is no repackaged one it fails with what to do", async () => {
    await expect(findElectron(machine({}, { arch: "arm64" }))).rejects.toMatchObject({
      message: expect.stringContaining("cannot be reached"),
      remedy: expect.stringContaining("ELECTRON_OVERRIDE_DIST_PATH"),
    })
  })
})

describe("what may not be used", () => {
  test("T32: the repackaged one where it is forbidden", async () => {
    const forbidding = machine({ KIBITZ_NO_REPACKAGED_ELECTRON: "1" })
    await expect(findElectron(forbidding)).rejects.toThrow("forbidden by KIBITZ_NO_REPACKAGED_ELECTRON")
    expect(asked).toEqual([officialProbe])
  })

  test("T32: a release is made of the official one only; nothing else is even fetched", async () => {
    await expect(findElectron(machine(), { release: true })).rejects.toThrow("a release needs Electron's official runtime")
    expect(asked).toEqual([officialProbe])
    const own = unpack(join(folder, "own"), "45.0.0")
    const overriding = machine({ ELECTRON_OVERRIDE_DIST_PATH: own })
    await expect(findElectron(overriding, { release: true })).rejects.toThrow("a release needs Electron's official runtime")
    expect(await findElectron(machine({}, reachable), { release: true })).toMatchObject({ source: "official" })
  })

  test("an override that is not there, or may not be run", async () => {
    const at = (dist: string) => findElectron(machine({ ELECTRON_OVERRIDE_DIST_PATH: dist }))
    await expect(at(join(folder, "nowhere"))).rejects.toThrow("but there is no")
    await expect(at(unpack(join(folder, "own"), "45.0.0", 0o644))).rejects.toMatchObject({
      message: expect.stringContaining("may not be run"),
      remedy: expect.stringContaining("chmod +x"),
    })
  })
})

describe("a refusal by the official site is remembered", () => {
  const refusedBefore = async () => {
    await findElectron(machine())
    asked = []
  }

  test("so that the next start does not wait for it; an hour later it does", async () => {
    await refusedBefore()
    await findElectron(machine())
    expect(asked).toEqual(["repackaged"])
    utimesSync(memory(), 0, 0)
    await findElectron(machine())
    expect(asked).toEqual(["repackaged", officialProbe, "repackaged"])
  })

  test("but not where a mirror is set, and a mirror's refusal is not taken for the site's", async () => {
    await refusedBefore()
    rmSync(memory())
    await findElectron(machine({ ELECTRON_MIRROR: "https://mirror.example/electron/" }))
    expect(asked).toEqual(["probe https://mirror.example/electron/v45.0.0/SHASUMS256.txt", "repackaged"])
    expect(existsSync(memory())).toBe(false)
  })

  test.each([
    ["a mirror is set", { ELECTRON_MIRROR: "https://mirror.example/" }, "probe https://mirror.example/v45.0.0/SHASUMS256.txt"],
    ["a proxy is set", { HTTPS_PROXY: "http://proxy.example" }, 'download {"ELECTRON_GET_USE_PROXY":"1"}'],
  ])("not where %s", async (_name, env, first) => {
    await refusedBefore()
    await findElectron(machine(env))
    expect(asked).toEqual([first, "repackaged"])
  })

  test("not where the repackaged one may not be used", async () => {
    await refusedBefore()
    await expect(findElectron(machine({ KIBITZ_NO_REPACKAGED_ELECTRON: "1" }))).rejects.toThrow("forbidden")
    await expect(findElectron(machine(), { release: true })).rejects.toThrow("a release needs")
    expect(asked).toEqual([officialProbe, officialProbe])
  })
})

test.each(["not an address", "mirror.example/electron/", "file:///electron/"])(
  "the mirror %s is refused in words",
  async (mirror) => {
    await expect(findElectron(machine({ ELECTRON_MIRROR: mirror }))).rejects.toMatchObject({
      name: "SetupFailure",
      message: `ELECTRON_MIRROR is ${mirror}, which is no web address`,
    })
    expect(asked).toEqual([])
  },
)
