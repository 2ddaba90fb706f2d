import { expect, test } from "vitest"
import { SetupFailure } from "../setup/progress.mjs"
import { codeOf } from "./ended.ts"

const plain = { as: "window", display: undefined, wayland: undefined, interrupted: false } as const
const told = (code: number, more: Partial<Parameters<typeof codeOf>[1]>) => {
  try {
    return codeOf(code, { ...plain, ...more })
  } catch (failure) {
    if (failure instanceof SetupFailure) return `${failure.message}\n${failure.remedy}`
    throw failure
  }
}

test("an orderly end and an interruption are no failure", () => {
  expect([told(0, {}), told(130, { interrupted: true }), told(143, { as: "web", interrupted: true })]).toEqual([0, 130, 143])
})

test("a window that did not come says how to do without one", () => {
  expect(told(1, { display: ":99" })).toContain("there is none behind DISPLAY=:99")
  expect(told(1, { display: ":99" })).toContain("env -u DISPLAY npm start")
  expect(told(1, { display: ":1", wayland: "wayland-0" })).toContain("env -u DISPLAY -u WAYLAND_DISPLAY npm start")
})

test("a program that could not be started is told as that, whichever it was", () => {
  expect(told(127, {})).toContain("the window of Kibitz could not be started")
  expect(told(127, { as: "web" })).toContain("Kibitz for the browser could not be started")
  expect(told(1, { as: "web" })).toContain("ended with code 1; why is said above")
})
