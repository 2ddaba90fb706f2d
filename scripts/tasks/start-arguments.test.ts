import { expect, test } from "vitest"
import { asksForUsage, type StartedAs, startArguments, usage } from "./start-arguments.ts"

const starting = (as: StartedAs, ...given: string[]) =>
  startArguments(given, { calledIn: "/home/ada/shop", usualProject: undefined, as })
const inShop = (...given: string[]) => starting("window", ...given)

test("the folder npm was called in is the project, unless another is named", () => {
  expect(inShop()).toEqual(["--project=/home/ada/shop"])
  expect(startArguments([], { calledIn: "/home/ada/shop", usualProject: "../docs", as: "web" })).toEqual([
    "--project=/home/ada/docs",
  ])
  expect(inShop("--project", "../docs")).toEqual(["--project=/home/ada/docs"])
  expect(inShop("--project=/srv/x")).toEqual(["--project=/srv/x"])
})

test("a data folder is taken as the README writes it: apart or behind an equals sign, from where npm was called", () => {
  const wanted = ["--project=/home/ada/shop", "--data-dir=/home/ada/shop/try"]
  expect(inShop("--data-dir", "try")).toEqual(wanted)
  expect(inShop("--data-dir=try")).toEqual(wanted)
  expect(inShop("--data-dir", "/tmp/a", "--ux-seed=6,2,3", "--project", "/srv/x")).toEqual([
    "--data-dir=/tmp/a",
    "--ux-seed=6,2,3",
    "--project=/srv/x",
  ])
})

test("an invented team and a port may be written apart too", () => {
  expect(inShop("--data-dir=/tmp/a", "--ux-seed", "6,2,3", "--project=/x")).toEqual([
    "--data-dir=/tmp/a",
    "--ux-seed=6,2,3",
    "--project=/x",
  ])
  expect(starting("web", "--port", "8080", "--read-only", "--project=/x")).toEqual(["--port=8080", "--read-only", "--project=/x"])
})

test.each([
  ["folder", "--data-dir"],
  ["folder", "--data-dir="],
  ["folder", "--project", "--data-dir=/x"],
  ["folder", "--data-dir", "--project=/x"],
  ["team", "--ux-seed"],
  ["team", "--ux-seed", "--data-dir=/x"],
])("what is missing is said, and other data is not opened: no %s, %s %s", (what, ...given) => {
  expect(() => inShop(...given.filter((one) => one !== undefined))).toThrow(`names no ${what}`)
})

test.each(["--datadir=/x", "--data_dir", "--Data-dir=/x", "--remote-debugging-port=9222", "-p", "--", "--constructor"])(
  "what nobody knows is refused alike with and without a display, and nothing is opened: %s",
  (given) => {
    for (const as of ["window", "web"] as const)
      expect(() => starting(as, given)).toThrow(`there is no option ${given.split("=")[0]}; nothing was opened`)
  },
)

test("a folder without its option is refused, not passed over", () => {
  expect(() => inShop("/srv/x")).toThrow('"/srv/x" belongs to no option; nothing was opened')
  expect(() => inShop("--data-dir", "/a", "/b")).toThrow('"/b" belongs to no option')
})

test("what only the web server or only the window knows is refused by the other, with the way to get it", () => {
  const refusal = (as: StartedAs, ...given: string[]) => {
    try {
      return starting(as, ...given)
    } catch (error) {
      return error
    }
  }
  expect(refusal("window", "--read-only")).toMatchObject({
    message: "--read-only is for Kibitz in a browser, and here a window would open; nothing was opened",
    remedy: expect.stringContaining("npm run kibitz -- web --read-only"),
  })
  expect(refusal("window", "--port=1")).toMatchObject({ remedy: expect.stringContaining("web --port <number>") })
  expect(refusal("web", "--ux-probe")).toMatchObject({ message: expect.stringContaining("is for the window") })
  expect(inShop("--ux-probe", "--project=/x")).toEqual(["--ux-probe", "--project=/x"])
})

test("help is asked for by its usual names, and names every option", () => {
  expect([["--help"], ["--data-dir", "/x", "-h"], ["--data-dir", "/x"], []].map(asksForUsage)).toEqual([true, true, false, false])
  for (const option of ["--project", "--data-dir", "--ux-seed", "--ux-probe", "--port", "--read-only", "--help"])
    expect(usage).toContain(`  ${option} `)
})
