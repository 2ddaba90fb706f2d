import { sampleTeam } from "@kibitz/testkit"
import { expect, test } from "vitest"
import { freshStart } from "./fresh-start.ts"

const play = { rehearsal: true }

test("the rehearsal's team goes, whole branches at a time, and Jake begins anew", () => {
  const world = sampleTeam([
    { id: "jake", ...play },
    { id: "noa", under: "jake", ...play },
    { id: "ed", under: "noa", ...play },
    { id: "boaz", under: "jake", ...play },
  ])
  expect(freshStart(world)).toEqual({ dismissed: ["noa", "boaz"], recast: ["jake"] })
})

test("real agents are never sent away with it: who leads one begins anew instead, and what is gone already is left alone", () => {
  const gone = { kind: "dismissed", at: "2026-01-01T00:00:00.000Z" as never } as const
  const world = sampleTeam([
    { id: "jake" },
    { id: "noa", under: "jake", ...play },
    { id: "real", under: "noa" },
    { id: "tal", under: "noa", ...play },
    { id: "old", under: "jake", ...play, standing: gone },
  ])
  expect(freshStart(world)).toEqual({ dismissed: ["tal"], recast: ["noa"] })
})
