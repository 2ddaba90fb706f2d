import type { ShellFacts } from "@kibitz/host"
import { expect, test } from "vitest"
import { faceOf, type TrayFace, trayKeeper } from "./tray.ts"

const calm: ShellFacts = { theme: "system", needYou: 0, working: 0, canHold: false, held: 0 }
const nothing = { show: () => {}, hold: () => {}, goOn: () => {}, quit: () => {} }
const offered = (facts: Partial<ShellFacts>) =>
  faceOf({ ...calm, ...facts }, nothing).template.flatMap(({ label, enabled }) =>
    label === undefined ? [] : [enabled === false ? `(${label})` : label],
  )

test("it says who needs the user and who works, and offers what can be done", () => {
  expect(offered({})).toEqual(["(0 need you · 0 working)", "Show Kibitz", "(Hold all)", "Quit Kibitz"])
  expect(offered({ needYou: 1, working: 5, canHold: true })).toEqual([
    "(1 needs you · 5 working)",
    "Show Kibitz",
    "Hold all",
    "Quit Kibitz",
  ])
  expect(offered({ held: 4 })).toEqual(["(0 need you · 0 working · 4 held)", "Show Kibitz", "Go on", "Quit Kibitz"])
  expect(offered({ held: 4, working: 1, canHold: true })).toContain("Hold all")
})

test("each line does its own", () => {
  const done: string[] = []
  const act = {
    show: () => done.push("show"),
    hold: () => done.push("hold"),
    goOn: () => done.push("go on"),
    quit: () => done.push("quit"),
  }
  const { template } = faceOf({ ...calm, canHold: true, held: 1 }, act)
  for (const { click } of template) (click as (() => void) | undefined)?.()
  expect(done).toEqual(["show", "go on", "hold", "quit"])
})

function kept() {
  const faces: TrayFace[] = []
  const due: (() => void)[] = []
  const tray = trayKeeper({
    ...nothing,
    icon: () => ({ draw: (face) => faces.push(face), onClick: () => {}, close: () => {} }),
    after: (_ms, then) => {
      due.push(then)
      return () => {}
    },
  })
  return { tray, tips: () => faces.map(({ tip }) => tip), pass: () => due.shift()?.() }
}

test("it is drawn at once, then seldom, and the last count is never lost", () => {
  const { tray, tips, pass } = kept()
  tray.facts({ ...calm, working: 1 })
  tray.facts({ ...calm, working: 2 })
  tray.facts({ ...calm, working: 3 })
  expect(tips()).toEqual(["Kibitz: 0 need you · 1 working"])
  pass()
  expect(tips()).toEqual(["Kibitz: 0 need you · 1 working", "Kibitz: 0 need you · 3 working"])
  pass()
  tray.facts({ ...calm, working: 3 })
  expect(tips()).toHaveLength(2)
})

test("a system without a tray is no trouble", () => {
  const tray = trayKeeper({ ...nothing, icon: () => null })
  tray.facts(calm)
  tray.close()
})
