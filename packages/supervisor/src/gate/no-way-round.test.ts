// Nothing runs without a permit. By type: this file would not compile if a permit could be written down. By enumeration: every
// capability, in every phase and profile, proposed by a model to the real engine, with a tool that notes that it was called.
import {
  type CapabilityName,
  capabilities,
  isAppCapability,
  type JsonObject,
  jakeId,
  type PermissionProfile,
  type Phase,
} from "@kibitz/contract"
import { accessOf, confirmationOf, findAgent, judge, raisesIn } from "@kibitz/domain"
import type { Permit, Tools } from "@kibitz/ports"
import { untilFact } from "@kibitz/testkit"
import { describe, expect, it } from "vitest"
import { openedEngine } from "../testing/opened-engine.ts"

const inputs: Record<CapabilityName, JsonObject> = {
  read_file: { path: "a.txt" },
  list_directory: { path: "." },
  search_files: { text: "x" },
  glob: { pattern: "**/*" },
  write_file: { path: "a.txt", content: "x" },
  edit_file: { path: "a.txt", hash: "0123456789abcdef", old: "a", new: "b" },
  bash: { command: "npm install jose" },
  web_fetch: { url: "https://example.org/" },
  web_search: { query: "x" },
  git_status: {},
  git_diff: {},
  git_commit: { message: "x" },
  spawn_agent: { assignment: "x" },
  message_agent: { to: "parent", text: "x" },
  redirect_agent: { agent: "Ed", assignment: "x" },
  dismiss_agent: { agent: "Ed" },
  answer_child: { question: "item_1", dontKnow: true },
  ask_user: { question: "x?" },
  knock: { reason: "x" },
  report_progress: { percent: 1 },
  add_commitment: { command: "true" },
}
const phases: readonly Phase[] = ["planning", "execution"]
const profiles: readonly PermissionProfile[] = ["restricted", "normal", "trusted", "unrestricted"]

describe("no way round the gate", () => {
  it("a permit cannot be written down", () => {
    // @ts-expect-error: the seal is not exported, so an object that looks like a permit is none
    const forged: Permit = {
      callId: "call_1" as never,
      agentId: jakeId,
      capability: "bash",
      input: { command: "true" },
      workspace: "/",
      confinement: null,
    }
    expect(forged).toBeDefined()
  })

  for (const phase of phases) {
    for (const permissionProfile of profiles) {
      it(`${phase}, ${permissionProfile}: what was not approved and is not allowed does not run`, async () => {
        const ran: string[] = []
        const tools: Tools = {
          async *run(permit) {
            ran.push(permit.capability)
            yield { type: "end", ok: true, output: "ran", bytes: 3 }
          },
        }
        const app = await openedEngine({ tools })
        const user = { actor: "user", surface: "desktop" } as const
        await app.supervisor.dispatch({ type: "surfaces.record", surfaces: ["desktop"] })
        const confirm = confirmationOf(raisesIn(app.jake(), { phase, permissionProfile }))
        await app.supervisor.dispatch(
          {
            type: "posture.change",
            agentId: jakeId,
            changes: { phase, permissionProfile },
            reason: "",
            when: "now",
            ...(confirm === null ? {} : { confirm }),
          },
          user,
        )
        expect(app.jake().posture).toMatchObject({ phase, permissionProfile })
        const names = Object.keys(capabilities) as CapabilityName[]
        const world = app.supervisor.world()
        const jake = findAgent(world, jakeId) ?? expect.fail("no Jake")
        const access = accessOf(world, jake, "2026-01-01T00:00:00.000Z" as never)
        const allowed = names.filter((capability) => judge({ capability, input: inputs[capability], access }).effect === "allow")
        await app.send("go")
        const exchange = await app.model.asked()
        for (const name of names) exchange.call(name, inputs[name])
        exchange.finish()
        await untilFact("the calls were judged", () => app.of("turn.replied").length === 1)
        const outside = allowed.filter((name) => !isAppCapability(name))
        await untilFact("what is allowed has run", () => outside.every((name) => ran.includes(name)))
        await app.supervisor.drain()
        expect([...ran].sort()).toEqual([...outside].sort())
        const blocked = new Set(names.filter((name) => !allowed.includes(name)))
        for (const { event } of app.of("call.finished")) {
          if (event.type !== "call.finished") continue
          const asked = app
            .of("call.allowed")
            .find((entry) => entry.event.type === "call.allowed" && entry.event.callId === event.callId)
          expect(asked?.event.type === "call.allowed" && blocked.has(asked.event.capability as CapabilityName)).toBe(false)
        }
        app.stop()
      })
    }
  }

  it("names that are no capability run nothing, among them those every object has", async () => {
    const ran: string[] = []
    const tools: Tools = {
      async *run(permit) {
        ran.push(permit.capability)
        yield { type: "end", ok: true, output: "ran", bytes: 3 }
      },
    }
    const app = await openedEngine({ tools })
    await app.send("go")
    const exchange = await app.model.asked()
    for (const name of ["rm", "constructor", "__proto__", "toString", "bash ", "BASH", ""])
      exchange.call(name, { command: "true" })
    exchange.finish()
    await app.model.asked()
    expect(ran).toEqual([])
    app.stop()
  })
})
