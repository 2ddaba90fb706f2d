import { Rooms, type Seen } from "@kibitz/canvas"
import { expect, test } from "vitest"
import { clickMeaning } from "./aim.ts"

/** Jake's room holds Noa's, which holds Ed's. */
const rooms = new Rooms("jake")
rooms.add("noa", "jake")
rooms.add("ed", "noa")
rooms.add("mira", "ed")

const placeOf = (id: string) => rooms.find(id) ?? rooms.root

function groundOf(id: string): Seen {
  const box = { cell: 0, x: 0, y: 0, width: 400, height: 250, depth: 0 }
  return { kind: "room", place: placeOf(id), level: "panel", offers: false, stands: 0, ...box }
}

test("ux 2.2, ADR 15: the ground of the room in view and of those around it leads out; that of a room within leads into it", () => {
  const clicked = (id: string) => clickMeaning(groundOf(id), false, placeOf("noa"))
  expect([clicked("jake"), clicked("noa")]).toEqual([{ kind: "out" }, { kind: "out" }])
  expect(clicked("ed")).toEqual({ kind: "look", id: "ed", room: { id: "ed", part: "room" } })
})
