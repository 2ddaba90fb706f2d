import { expect, test } from "vitest"
import { isRefusal, type LaunchInput, readLaunch } from "./read-launch.ts"

const input = (change: Partial<LaunchInput> = {}): LaunchInput => ({
  argv: ["electron", "main.js"],
  env: {},
  packaged: false,
  cwd: "/home/ann/code",
  appData: "/home/ann/.config",
  documents: "/home/ann/Documents",
  ...change,
})

test("nothing said: the system's folders, no developer tools", () => {
  expect(readLaunch(input())).toEqual({
    dataDir: "/home/ann/.config/Kibitz",
    workspace: "/home/ann/Documents/Kibitz",
    workspaceChosen: false,
    developerTools: false,
    probe: false,
    seed: null,
  })
})

test("tests may ask for the probe of the page; a packaged build has none", () => {
  const argv = ["electron", "main.js", "--ux-probe"]
  expect(readLaunch(input({ argv }))).toMatchObject({ probe: true })
  expect(readLaunch(input({ argv, packaged: true }))).toMatchObject({ probe: false })
})

test("arguments win over the environment, the last one wins, relative ones start where the command was typed", () => {
  const launch = readLaunch(
    input({
      argv: ["electron", "main.js", "--project=/first", "--project=shop", "--data-dir=/var/kibitz/../data"],
      env: { KIBITZ_PROJECT: "/env/project", KIBITZ_DATA_DIR: "/env/data" },
    }),
  )
  expect(launch).toMatchObject({ workspace: "/home/ann/code/shop", workspaceChosen: true, dataDir: "/var/data" })
})

test("the environment is taken where no argument is given; an empty value says nothing", () => {
  expect(readLaunch(input({ env: { KIBITZ_PROJECT: "/env/project", KIBITZ_DATA_DIR: "" } }))).toMatchObject({
    workspace: "/env/project",
    dataDir: "/home/ann/.config/Kibitz",
  })
})

test("1a-4: a packaged build refuses --no-sandbox however it is spelled, unless a test asks for it", () => {
  for (const spelled of ["--no-sandbox", "-no-sandbox", "--NO-SANDBOX", "--no-sandbox=1"]) {
    const argv = ["kibitz", spelled]
    expect(isRefusal(readLaunch(input({ argv, packaged: true })))).toBe(true)
    expect(isRefusal(readLaunch(input({ argv, packaged: true, env: { KIBITZ_ALLOW_NO_SANDBOX: "1" } })))).toBe(false)
    expect(isRefusal(readLaunch(input({ argv, packaged: false })))).toBe(false)
  }
  expect(isRefusal(readLaunch(input({ argv: ["kibitz", "--no-sandbox-like"], packaged: true })))).toBe(false)
})

test("developer tools need development and the wish for them", () => {
  expect(readLaunch(input({ env: { KIBITZ_DEV: "1" } }))).toMatchObject({ developerTools: true })
  expect(readLaunch(input({ env: { KIBITZ_DEV: "1" }, packaged: true }))).toMatchObject({ developerTools: false })
})

test("--ux-seed goes to the host as it is, and needs a data folder of its own", () => {
  const seeded = ["electron", "main.js", "--ux-seed=200,4,20"]
  expect(readLaunch(input({ argv: [...seeded, "--data-dir=/tmp/seeded"] }))).toMatchObject({
    seed: "200,4,20",
    dataDir: "/tmp/seeded",
  })
  expect(readLaunch(input({ argv: seeded, env: { KIBITZ_DATA_DIR: "/tmp/seeded" } }))).toMatchObject({ seed: "200,4,20" })
  expect(readLaunch(input({ argv: seeded }))).toMatchObject({ refused: expect.stringContaining("--data-dir") })
})

test.each(["--data-dir", "--project"])(
  "a folder written apart from %s is refused, and no other folder is opened instead",
  (name) => {
    expect(readLaunch(input({ argv: ["kibitz", name, "/tmp/try"] }))).toEqual({
      refused: `${name} needs its folder behind an equals sign: ${name}=<folder>. Nothing was opened.`,
    })
  },
)

test.each(["--data-dir", "--project"])(
  "an empty %s= is refused, and neither the usual nor the environment's folder is opened",
  (name) => {
    const env = { KIBITZ_DATA_DIR: "/env/data", KIBITZ_PROJECT: "/env/project" }
    expect(readLaunch(input({ argv: ["kibitz", `${name}=`, `${name}=/last`], env }))).toEqual({
      refused: `${name}= names no folder. Write ${name}=<folder>. Nothing was opened.`,
    })
  },
)

test("what is Chromium's own on the command line is none of ours to refuse", () => {
  const argv = ["kibitz", "--force-device-scale-factor=2", "--ozone-platform-hint=auto", "--lang="]
  expect(isRefusal(readLaunch(input({ argv, packaged: true })))).toBe(false)
})
