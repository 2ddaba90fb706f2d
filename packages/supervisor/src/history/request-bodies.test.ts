// Every request of three stories, byte for byte as it was recorded. A provider's prompt cache holds only while the beginning of a request
// stays the same, so a change of how requests are made must not change what is sent. Update the record only when a prompt changes on purpose.
import { createHash } from "node:crypto"
import { type AgentId, type Command, jakeId } from "@kibitz/contract"
import { describe, expect, it } from "vitest"
import { openTheatre, type Theatre, userAt } from "../opm/testing/theatre.ts"

const user = userAt("c1")
const say = (agentId: AgentId, text: string, delivery: "queue" | "now" = "queue"): Command => ({
  type: "message.send",
  agentId,
  text,
  delivery,
})

async function replies(theatre: Theatre, name: string, text: string): Promise<void> {
  theatre.exchange(name).text(text)
  theatre.exchange(name).finish()
  await theatre.settled()
}

async function calls(theatre: Theatre, name: string, capability: string, input: Record<string, string>): Promise<void> {
  theatre.exchange(name).call(capability, input)
  theatre.exchange(name).finish()
  await theatre.settled()
}

const digest = (value: unknown) => createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 16)

/** Messages are legible, so that a difference can be read; what stands before them is only compared. */
function bodies({ asked }: Theatre): string {
  const lines = asked.map(({ name, exchange: { request } }) => {
    const { system, tools, messages, ...rest } = request
    return JSON.stringify({ name, ...rest, system: digest(system), tools: digest(tools), messages }, null, 1)
  })
  return `${lines.join("\n")}\n`
}

describe("the bodies of requests", () => {
  it("of a chat with calls, a stop, a resumed draft and a changed posture", async () => {
    const theatre = await openTheatre()
    await theatre.do({ type: "presence.join", agentId: jakeId, pane: "p1", cause: "navigate" }, user)
    await theatre.do(say(jakeId, "Look at a.txt."), user)
    theatre.exchange("Jake").text("I look.")
    theatre.exchange("Jake").call("read_file", { path: "a.txt" })
    theatre.exchange("Jake").call("rm_rf", { path: "/" })
    await theatre.do(say(jakeId, "And at b.txt.", "now"), user)
    theatre.exchange("Jake").finish()
    await theatre.settled()
    theatre.exchange("Jake").text("Half a sen")
    await theatre.settled()
    await theatre.do({ type: "turn.interrupt", agentId: jakeId }, user)
    await theatre.do({ type: "turn.retry", agentId: jakeId }, user)
    await replies(theatre, "Jake", "Here it is.")
    await theatre.do({ type: "posture.change", agentId: jakeId, changes: { style: "task" }, reason: "", when: "now" }, user)
    await theatre.do(say(jakeId, "Shorter."), user)
    theatre.exchange("Jake").fail("too_long")
    await theatre.settled()
    await theatre.pass(1)
    theatre.exchange("Jake").fail("overloaded")
    await theatre.settled()
    await theatre.pass(60_000)
    await replies(theatre, "Jake", "a, b.")
    await expect(bodies(theatre)).toMatchFileSnapshot("./testing/chat.requests")
    theatre.close()
  })

  it("of an agent alone: continuation, failed checks, restart, redirection, a visit", async () => {
    const theatre = await openTheatre()
    await theatre.do({ type: "surfaces.record", surfaces: ["desktop"] })
    await theatre.do({ type: "sandbox.record", status: { state: "on", name: "test", because: "", remedy: "" } })
    const execute = { changes: { phase: "execution" as const }, confirm: "execution", reason: "", when: "now" as const }
    await theatre.do({ type: "posture.change", agentId: jakeId, ...execute }, user)
    await theatre.do(say(jakeId, "Have it built."), user)
    await calls(theatre, "Jake", "spawn_agent", { name: "Ed", assignment: "Build it." })
    const ed = theatre.named("Ed").id
    await replies(theatre, "Jake", "Ed is on it.")
    await theatre.do({ type: "posture.change", agentId: ed, ...execute }, user)
    await calls(theatre, "Ed", "add_commitment", { command: "ls" })
    await replies(theatre, "Ed", "Half of it is there.")
    await theatre.pass(2_000)
    theatre.tool.ok = false
    await replies(theatre, "Ed", "All of it is there.\n\nDONE")
    await theatre.pass(4_000)
    await replies(theatre, "Ed", "")
    await theatre.pass(5_000)
    await replies(theatre, "Ed", "I am at it.")
    await theatre.do({ type: "agent.redirect", agentId: ed, assignment: "Paint it." }, user)
    await theatre.do({ type: "presence.join", agentId: ed, pane: "p1", cause: "navigate" }, user)
    await calls(theatre, "Ed", "read_file", { path: "a.txt" })
    await theatre.do({ type: "presence.leave", pane: "p1", cause: "zoom-out" }, user)
    theatre.tool.ok = true
    await replies(theatre, "Ed", "Painted.\n\nDONE")
    await theatre.pass(10_000)
    await expect(bodies(theatre)).toMatchFileSnapshot("./testing/alone.requests")
    theatre.close()
  })

  it("of a team through two crashes, with a question on its way up", async () => {
    const theatre = await openTheatre()
    await theatre.do(say(jakeId, "Have it built."), user)
    await calls(theatre, "Jake", "spawn_agent", { name: "Ed", assignment: "Build it." })
    await replies(theatre, "Jake", "Ed is on it.")
    theatre.exchange("Ed").text("Before I be")
    await theatre.settled()
    await theatre.crash()
    theatre.tool.hangs = true
    await calls(theatre, "Ed", "read_file", { path: "a.txt" })
    theatre.tool.hangs = false
    await theatre.crash()
    theatre.exchange("Ed").call("ask_user", { question: "Red or blue?", ask: "parent" })
    theatre.exchange("Ed").finish()
    await theatre.settled()
    await replies(theatre, "Ed", "I wait.")
    await theatre.pass(1_000)
    await replies(theatre, "Jake", "I do not know.")
    await theatre.pass(120_000)
    await expect(bodies(theatre)).toMatchFileSnapshot("./testing/team.requests")
    theatre.close()
  })
})
