// Every word of the contract's lists is in use: a word that nothing writes or declares is a promise that nobody keeps.
import { Actor, capabilities, Effect, Event, jakeId, Surface } from "@kibitz/contract"
import { describe, expect, it } from "vitest"

describe("the vocabulary", () => {
  it("every effect is that of some capability", () => {
    expect(new Set(Object.values(capabilities).map(({ effect }) => effect))).toEqual(new Set(Effect.options))
  })

  it("a surface is one of the shells, or nobody", () => {
    expect(Surface.options).toEqual(["desktop", "web", "headless", "rpc"])
  })

  it("an axis is changed by the user, by a rule of Kibitz, or because the parent was lowered", () => {
    expect(Actor.options).toEqual(["user", "policy", "parent"])
  })

  it("reads every transition that was ever written", () => {
    const event = {
      type: "posture.changed",
      agentId: jakeId,
      from: "smart",
      to: "deep",
      axis: "modelMode",
      reason: "",
      scope: "now",
    }
    for (const actor of ["user", "policy", "parent"]) expect(Event.safeParse({ ...event, actor }).success).toBe(true)
    const noted = { ...event, axis: "surface", from: "desktop", actor: "policy" }
    for (const to of ["desktop", "web", "headless", "rpc"]) expect(Event.safeParse({ ...noted, to }).success).toBe(true)
    for (const surfaces of [[], ["desktop"], ["desktop", "web", "rpc"]])
      expect(Event.safeParse({ type: "surfaces.changed", surfaces }).success).toBe(true)
  })
})
