import { expect, test } from "vitest"
import { startArguments } from "./start-arguments.ts"

const inShop = (...given: string[]) => startArguments(given, "/home/ada/shop", undefined)

test("the folder npm was called in is the project, unless another is named", () => {
  expect(inShop()).toEqual(["--project=/home/ada/shop"])
  expect(startArguments([], "/home/ada/shop", "../docs")).toEqual(["--project=/home/ada/docs"])
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

test.each([["--data-dir"], ["--data-dir="], ["--project", "--data-dir=/x"], ["--data-dir", "--project=/x"]])(
  "a folder that is missing is said, and other data is not opened: %s %s",
  (...given) => {
    expect(() => inShop(...given.filter((one) => one !== undefined))).toThrow(/names no folder/)
  },
)
