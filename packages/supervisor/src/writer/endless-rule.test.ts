// A follow-up rule with a fault costs the command that set it off, and nothing else.
import { jakeId } from "@kibitz/contract"
import { type Concept, followUp, rulesWith } from "@kibitz/domain"
import { countingIds, manualClock, memoryJournal, recordingLog } from "@kibitz/testkit"
import { expect, it } from "vitest"
import { startSupervisor } from "../supervisor.ts"

/** A dark theme is set again because it was set. */
const endless: Concept = {
  name: "endless",
  followUps: [
    followUp({
      name: "set the theme again",
      stage: "rounds",
      on: ["settings.changed"],
      find: (events) => events.filter((event) => event.type === "settings.changed" && event.settings.theme === "dark"),
      run: (_, event) => [event],
    }),
  ],
}

it("rejects the command whose follow-up rules never end, logs which, and decides the next", async () => {
  const journal = memoryJournal()
  const log = recordingLog()
  const supervisor = startSupervisor({ journal, clock: manualClock(), ids: countingIds(), log, rules: rulesWith(endless) })
  const [founded, dark, large] = await Promise.all([
    supervisor.dispatch({ type: "agent.found", agentId: jakeId, name: "Jake" }),
    supervisor.dispatch({ type: "settings.change", patch: { theme: "dark" } }),
    supervisor.dispatch({ type: "settings.change", patch: { textSize: 120 } }),
  ])
  expect(founded).toEqual({ seq: 1 })
  expect(dark).toMatchObject({ rejection: { kind: "unavailable", message: expect.stringContaining("fault") } })
  expect(large).toEqual({ seq: 2 })
  expect(supervisor.world().settings).toMatchObject({ theme: "system", textSize: 120 })
  expect(journal.all().map(({ event }) => event.type)).toEqual(["agent.founded", "settings.changed"])
  expect(log.lines).toMatchObject([{ what: "deciding failed", fields: { command: "settings.change" } }])
  expect(String(log.lines[0]?.cause)).toContain("follow-up rules do not end: set the theme again")
  expect(await supervisor.dispatch({ type: "settings.change", patch: { textSize: 110 } })).toEqual({ seq: 3 })
  supervisor.stop()
})
