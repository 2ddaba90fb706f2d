import { defaultSettings, type Instant, type Settings } from "@kibitz/contract"
import { replayWithJake } from "@kibitz/testkit"
import { describe, expect, it } from "vitest"
import { emptyWorld, evolve } from "../record.ts"

describe("changing settings", () => {
  it("changes what the patch names, a part of a part included, and leaves the very same values elsewhere", () => {
    const run = replayWithJake()
    const before = run.world().settings
    run.must({ type: "settings.change", patch: { textSize: 140, models: { deep: "another" }, limits: { depth: 3 } } })
    const after = run.world().settings
    expect(after).toEqual({
      ...before,
      textSize: 140,
      models: { ...before.models, deep: "another" },
      limits: { ...before.limits, depth: 3 },
    })
    expect(after.attention).toBe(before.attention)
  })

  it("a list is replaced as a whole", () => {
    const run = replayWithJake()
    run.must({
      type: "settings.change",
      patch: { qualityCommands: [{ name: "test", command: "npm test", required: true, order: 0, timeoutSeconds: 300 }] },
    })
    run.must({ type: "settings.change", patch: { qualityCommands: [] } })
    expect(run.world().settings.qualityCommands).toEqual([])
  })

  it("what names nothing, or what is so already, is no change", () => {
    const run = replayWithJake()
    const { textSize, models } = run.world().settings
    expect(run.must({ type: "settings.change", patch: {} })).toEqual([])
    expect(run.must({ type: "settings.change", patch: { textSize, models, prices: {} } })).toEqual([])
    // A message port carries undefined, JSON does not.
    expect(run.must({ type: "settings.change", patch: { theme: undefined, limits: undefined } })).toEqual([])
  })
})

describe("settings that were recorded by an earlier version", () => {
  const recorded = (settings: unknown) =>
    evolve(emptyWorld, {
      seq: 1,
      at: "2026-03-01T08:00:00.000Z" as Instant,
      event: { type: "settings.changed", settings: settings as Settings },
    }).settings

  it("have what came later as it comes", () => {
    const { textSize: _, attention, ...older } = defaultSettings
    const { knock: __, ...olderAttention } = attention
    expect(recorded(older)).toEqual(defaultSettings)
    expect(recorded({ ...older, theme: "dark", attention: { ...olderAttention, perHour: 3 } })).toEqual({
      ...defaultSettings,
      theme: "dark",
      attention: { ...attention, perHour: 3 },
    })
  })

  it("stay the very same value when they lack nothing", () => {
    const whole = { ...defaultSettings, theme: "dark" }
    expect(recorded(whole)).toBe(whole)
  })
})
