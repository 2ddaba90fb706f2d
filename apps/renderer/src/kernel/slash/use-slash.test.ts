import { type AgentId, type Command, jakeId } from "@kibitz/contract"
import { replayWithJake } from "@kibitz/testkit"
import { expect, test } from "vitest"
import { createStore } from "zustand/vanilla"
import type { Session } from "../session/offers.ts"
import { runSlash } from "./use-slash.ts"

/** A screen over a world that decides for itself. */
function screen() {
  const run = replayWithJake()
  const shown: unknown[] = []
  const session = {
    replica: { world: createStore(() => ({ world: run.world() })) },
    closed: () => null,
    show: (overlay: unknown) => shown.push(overlay),
    askQuietly: async (command: Command) => {
      const outcome = run.do(command)
      return typeof outcome === "string"
        ? { accepted: false, rejection: { kind: outcome, message: run.refusal.message } }
        : { accepted: true, seq: 0 }
    },
  } as unknown as Session
  return { session, shown, phase: () => run.agent().posture.phase }
}

test("OPM-2: /spawn without an assignment goes to the new agent as Ctrl+N does; with one the user stays", async () => {
  const went: unknown[] = []
  const { session } = screen()
  const spawnBy: Session["spawnBy"] = async (command) => {
    went.push(command({ agentId: "noa" as AgentId, pane: "p1" }))
    return { accepted: true, seq: 1 }
  }
  const line = (text: string) => ({ type: "slash.run", agentId: jakeId, line: text, childId: "noa", pane: "p1" })
  for (const text of ["/spawn", "/spawn Noa", '/spawn "Noa the second"']) {
    expect(await runSlash({ ...session, spawnBy }, jakeId, text, "typed")).toBeNull()
    expect(went.splice(0)).toEqual([line(text)])
  }
  expect(await runSlash({ ...session, spawnBy }, jakeId, "/spawn Noa look around", "typed")).toBeNull()
  expect(went).toEqual([])
})

test("ux 2.10: /execute that the user types and sends is confirmed by that", async () => {
  const { session, shown, phase } = screen()
  expect(await runSlash(session, jakeId, "/execute", "typed")).toBeNull()
  expect([phase(), shown]).toEqual(["execution", []])
})

test("AXS-4: /execute behind a button opens the confirmation and changes nothing yet", async () => {
  const { session, shown, phase } = screen()
  expect(await runSlash(session, jakeId, "/execute")).toBeNull()
  expect([phase(), shown]).toEqual(["planning", [{ kind: "raise", agentId: jakeId, line: "/execute" }]])
})

test("ux 2.10: typing any other line that gives more power opens the confirmation too", async () => {
  const { session, shown } = screen()
  expect(await runSlash(session, jakeId, "/permission-profile trusted", "typed")).toBeNull()
  expect(shown).toEqual([{ kind: "raise", agentId: jakeId, line: "/permission-profile trusted" }])
})
