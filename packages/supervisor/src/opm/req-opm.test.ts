// Every testable assertion of the operating modes, by its number, on the real engine.
import { readdirSync, readFileSync } from "node:fs"
import { type AgentId, CogitationTradition, type Command, type ItemId, jakeId } from "@kibitz/contract"
import { agentStatus, chooseTerm, modeOf, vocabularyOf } from "@kibitz/domain"
import { describe, expect, it } from "vitest"
import { openTheatre, type Theatre, userAt } from "./testing/theatre.ts"

const user = userAt("c1")
const itemsOf = (theatre: Theatre, id: AgentId) =>
  theatre.agent(id).items.map((item) => theatre.world().attention[item]?.kind ?? expect.fail("an item that is not there"))
const continuations = (theatre: Theatre, id: AgentId) =>
  theatre.events("turn.started").filter(({ agentId, cause }) => agentId === id && cause === "continuation")
const join = (agentId: AgentId, pane = "p1"): Command => ({ type: "presence.join", agentId, pane, cause: "navigate" })
const leave = (pane = "p1"): Command => ({ type: "presence.leave", pane, cause: "zoom-out" })
const lookAt = (pane: string | null): Command => ({ type: "focus.set", window: pane !== null, pane })
const say = (agentId: AgentId): Command => ({ type: "message.send", agentId, text: "Look into it.", delivery: "queue" })

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

/** Jake has been spoken to and has given Ed something to do; both work. */
async function withEd(): Promise<{ theatre: Theatre; ed: AgentId }> {
  const theatre = await openTheatre()
  await theatre.do(say(jakeId), user)
  await calls(theatre, "Jake", "spawn_agent", { name: "Ed", assignment: "Build it." })
  return { theatre, ed: theatre.named("Ed").id }
}

async function byUser(name: string, pane?: string): Promise<{ theatre: Theatre; id: AgentId }> {
  const theatre = await openTheatre()
  await theatre.do({ type: "agent.spawn", parentId: jakeId, name, ...(pane ? { pane } : {}) }, user)
  return { theatre, id: theatre.named(name).id }
}

describe("REQ-OPM-001 perseverance", () => {
  it.each([2_000, 500, 30_000])("REQ-OPM-001 who stops alone is continued within the configured interval: %s ms", async (ms) => {
    const { theatre, ed } = await withEd()
    const limits = { continuationDelayMs: ms, longestDelayMs: 60_000 }
    await theatre.do({ type: "settings.change", patch: { limits } }, user)
    await replies(theatre, "Ed", "Half of it is there.")
    expect(theatre.agent(ed).turn).toBeNull()
    await theatre.pass(ms - 1)
    expect(continuations(theatre, ed)).toHaveLength(0)
    await theatre.pass(1)
    expect(continuations(theatre, ed)).toHaveLength(1)
    const asked = JSON.stringify(theatre.exchange("Ed").request.messages)
    expect(asked).toContain("[Kibitz] continuation 1 of 50")
    expect(asked).toContain("go on with your assignment: Build it.")
  })

  it("REQ-OPM-001 a stop, a read, a write, progress and a continuation notify nobody", async () => {
    const { theatre, ed } = await withEd()
    await replies(theatre, "Jake", "Ed is on it.")
    await calls(theatre, "Ed", "read_file", { path: "a.txt" })
    await replies(theatre, "Ed", "<chorus>PROGRESS:40</chorus>")
    await theatre.pass(2_000)
    await replies(theatre, "Ed", "A little more.")
    await theatre.pass(4_000)
    expect(continuations(theatre, ed).length).toBeGreaterThanOrEqual(2)
    expect(theatre.world().attention).toEqual({})
  })

  it("REQ-OPM-001 nor does a failure after which it is started again", async () => {
    const { theatre, ed } = await withEd()
    await replies(theatre, "Jake", "Ed is on it.")
    await replies(theatre, "Ed", "")
    expect(theatre.events("turn.failed")).toMatchObject([{ agentId: ed, parked: false }])
    await theatre.pass(5_000)
    expect(theatre.agent(ed).turn).toMatchObject({ cause: "restart" })
    expect(theatre.world().attention).toEqual({})
  })

  it.each([
    ["ask_user", { question: "Red or blue?" }, "question"],
    ["knock", { reason: "Come and see." }, "knock"],
  ] as const)("REQ-OPM-001 asked for with %s, the user is told", async (capability, input, kind) => {
    const { theatre, ed } = await withEd()
    await calls(theatre, "Ed", capability, input)
    expect(itemsOf(theatre, ed)).toEqual([kind])
  })

  it("REQ-OPM-001 it never stays idle without end: 5 continuations that bring nothing make it stuck, and say so", async () => {
    const { theatre, ed } = await withEd()
    await replies(theatre, "Jake", "Ed is on it.")
    await replies(theatre, "Ed", "Hm.")
    for (const wait of [2_000, 4_000, 8_000, 16_000, 32_000]) {
      await theatre.pass(wait - 1)
      expect(theatre.agent(ed).turn).toBeNull()
      await theatre.pass(1)
      expect(theatre.agent(ed).turn).toMatchObject({ cause: "continuation" })
      await replies(theatre, "Ed", "Hm.")
    }
    expect(theatre.agent(ed).standing).toMatchObject({ kind: "stuck", why: "no-progress" })
    expect(itemsOf(theatre, ed)).toEqual(["stuck"])
    await theatre.pass(3_600_000)
    expect(continuations(theatre, ed)).toHaveLength(5)
  })
})

describe("REQ-OPM-002 chat", () => {
  it.each([
    ["before their eyes", "p1"],
    ["while they look elsewhere", null],
  ])("REQ-OPM-002 nobody whom the user is with is continued, %s; it waits, and goes on when spoken to", async (_, pane) => {
    const { theatre, ed } = await withEd()
    await theatre.do(join(ed), user)
    await theatre.do(lookAt(pane), user)
    await replies(theatre, "Ed", "Half of it is there.")
    await theatre.pass(3_600_000)
    expect(continuations(theatre, ed)).toHaveLength(0)
    expect(theatre.agent(ed)).toMatchObject({ turn: null, due: null, waits: null })
    expect(agentStatus(theatre.agent(ed))).toBe("waiting")
    await theatre.do(say(ed), user)
    expect(theatre.agent(ed).turn).toMatchObject({ cause: "message" })
  })

  it("REQ-OPM-002 a stop while the user looks elsewhere is put before them", async () => {
    const { theatre, ed } = await withEd()
    await theatre.do(join(ed), user)
    await theatre.do(lookAt(null), user)
    await replies(theatre, "Ed", "Half of it is there.")
    expect(itemsOf(theatre, ed)).toEqual(["your-turn"])
    expect(Object.values(theatre.world().attention)).toMatchObject([{ tier: 3, why: "stopped", detail: "Half of it is there." }])
  })

  it("REQ-OPM-002 a stop before the user's eyes is shown in place, and enters no queue", async () => {
    const { theatre, ed } = await withEd()
    await theatre.do(join(ed), user)
    await theatre.do(lookAt("p1"), user)
    await replies(theatre, "Ed", "Half of it is there.")
    expect(itemsOf(theatre, ed)).toEqual([])
    expect(theatre.agent(ed).turn).toBeNull()
  })

  it.each<[string, string, (ed: AgentId, itemId: ItemId) => Command]>([
    // What a screen says of itself once the chat with the notice in it is before the user's eyes.
    ["looking at it again", "seen", (_, itemId) => ({ type: "attention.seen", itemId })],
    ["opening its chat in another pane", "seen", (ed) => join(ed, "p2")],
    ["answering it", "resumed", say],
  ])("REQ-OPM-002 %s ends the notice", async (_, outcome, command) => {
    const { theatre, ed } = await withEd()
    await theatre.do(join(ed), user)
    await replies(theatre, "Ed", "Half of it is there.")
    expect(itemsOf(theatre, ed)).toEqual(["your-turn"])
    const [itemId = expect.fail("nothing waits")] = theatre.agent(ed).items
    expect(await theatre.do(command(ed, itemId), user)).not.toHaveProperty("rejection")
    expect(itemsOf(theatre, ed)).toEqual([])
    expect(theatre.events("attention.resolved")).toMatchObject([{ itemId, outcome }])
  })
})

describe("REQ-OPM-003 the mode follows where the user is", () => {
  it("REQ-OPM-003 choosing an agent and leaving it are told in fixed words, and the mode changes with them", async () => {
    const { theatre, ed } = await withEd()
    const modes = [modeOf(theatre.agent(ed))]
    await theatre.do(join(ed), user)
    modes.push(modeOf(theatre.agent(ed)))
    await theatre.do(leave(), user)
    modes.push(modeOf(theatre.agent(ed)))
    expect(modes).toEqual(["perseverance", "chat", "perseverance"])
    await calls(theatre, "Ed", "read_file", { path: "a.txt" })
    const asked = JSON.stringify(theatre.exchange("Ed").request.messages)
    const lines = [...asked.matchAll(/\[Kibitz\] user (joined|left) · [0-9TZ:.-]+/g)].map(([, which]) => which)
    expect(lines).toEqual(["joined", "left"])
  })

  it("REQ-OPM-003 the same steps give the same words, in every run", async () => {
    const told = async () => {
      const { theatre, ed } = await withEd()
      await theatre.do(join(ed), user)
      await theatre.pass(1_000)
      await theatre.do(leave(), user)
      return theatre.agent(ed).notices.map(({ text }) => text)
    }
    const first = await told()
    expect(first).toHaveLength(2)
    expect(await told()).toEqual(first)
  })

  it("REQ-OPM-003 nothing but the user changes it: not a reply, a call, a failure, a child or time", async () => {
    const { theatre, ed } = await withEd()
    await theatre.do(join(ed), user)
    await calls(theatre, "Ed", "knock", { reason: "Come and see." })
    await calls(theatre, "Jake", "dismiss_agent", { agent: "Ed" })
    await replies(theatre, "Jake", "DONE")
    theatre.exchange("Ed").fail("auth")
    await theatre.pass(3_600_000)
    expect(modeOf(theatre.agent(ed))).toBe("chat")
    expect(theatre.events("presence.left")).toHaveLength(0)
    expect(theatre.events("presence.joined")).toHaveLength(1)
  })
})

describe("REQ-OPM-004 attention", () => {
  it("REQ-OPM-004 who works is in the world every screen has, at any depth, and is seen to work", async () => {
    const { theatre, ed } = await withEd()
    await calls(theatre, "Ed", "spawn_agent", { name: "Flo", assignment: "A part of it." })
    const statuses = theatre.agents().map((agent) => [agent.name, agentStatus(agent)])
    expect(Object.fromEntries(statuses)).toEqual({ Jake: "working", Ed: "working", Flo: "working" })
    expect(theatre.agent(jakeId).tally).toMatchObject({ agents: 3, working: 3 })
    expect(theatre.agent(ed).tally).toMatchObject({ agents: 2, working: 2 })
    await theatre.do(join(theatre.named("Flo").id), user)
    expect(theatre.named("Flo").presence).not.toBeNull()
  })

  it("REQ-OPM-004 a question is an item of its agent, and is counted by everybody above until it is answered", async () => {
    const { theatre, ed } = await withEd()
    await calls(theatre, "Ed", "ask_user", { question: "Red or blue?" })
    expect(itemsOf(theatre, ed)).toEqual(["question"])
    expect([theatre.agent(ed), theatre.agent(jakeId)].map(({ tally }) => tally.tiers[1])).toEqual([1, 1])
    const [itemId] = theatre.agent(ed).items
    await theatre.do({ type: "question.answer", itemId: itemId as never, text: "blue", also: [] }, user)
    expect([theatre.agent(ed), theatre.agent(jakeId)].map(({ tally }) => tally.tiers[1])).toEqual([0, 0])
    await calls(theatre, "Ed", "read_file", { path: "a.txt" })
    expect(JSON.stringify(theatre.exchange("Ed").request.messages)).toContain("blue")
  })

  it("REQ-OPM-004 answering does not join: the agent stays alone", async () => {
    const { theatre, ed } = await withEd()
    await calls(theatre, "Ed", "ask_user", { question: "Red or blue?" })
    const [itemId] = theatre.agent(ed).items
    await theatre.do({ type: "question.answer", itemId: itemId as never, text: "blue", also: [] }, user)
    expect(modeOf(theatre.agent(ed))).toBe("perseverance")
    expect(theatre.events("presence.joined")).toHaveLength(0)
  })
})

describe("REQ-OPM-005 two ways to begin", () => {
  it("REQ-OPM-005 whom the user starts has no assignment and waits; shown at once, the user is there", async () => {
    const { theatre, id } = await byUser("Ed", "p1")
    expect(theatre.agent(id)).toMatchObject({ assignment: null, turn: null, due: null })
    expect(agentStatus(theatre.agent(id))).toBe("waiting")
    expect(modeOf(theatre.agent(id))).toBe("chat")
    expect(theatre.events("agent.founded").map(({ agentId }) => agentId)).toContain(id)
    await theatre.pass(3_600_000)
    expect(theatre.asked).toHaveLength(0)
  })

  it("REQ-OPM-005 OPM-4 and it still waits when the user leaves without a word", async () => {
    const { theatre, id } = await byUser("Ed", "p1")
    await theatre.do(leave(), user)
    await theatre.pass(3_600_000)
    expect(theatre.agent(id)).toMatchObject({ turn: null, due: null, waits: "nothing" })
    expect(theatre.asked).toHaveLength(0)
  })

  it("REQ-OPM-005 whom an agent starts has an assignment, works at once, and nobody is there", async () => {
    const { theatre, ed } = await withEd()
    expect(theatre.agent(ed)).toMatchObject({ assignment: "Build it.", presence: null })
    expect(agentStatus(theatre.agent(ed))).toBe("working")
    expect(modeOf(theatre.agent(ed))).toBe("perseverance")
    expect(JSON.stringify(theatre.exchange("Ed").request)).toContain("Build it.")
  })

  it("REQ-OPM-005 there is no word for the mode: who starts it decides", async () => {
    const { theatre } = await byUser("Ed")
    for (const event of theatre.events("agent.founded")) expect(Object.keys(event)).not.toContain("mode")
  })
})

describe("REQ-OPM-006 a term while it works", () => {
  const folder = new URL("../../../../resources/cogitation/", import.meta.url)
  const vocabulary = vocabularyOf(
    readdirSync(folder)
      .filter((name) => name.endsWith(".json"))
      .map((name) => CogitationTradition.parse(JSON.parse(readFileSync(new URL(name, folder), "utf8")))),
  )
  const termOf = (theatre: Theatre, id: AgentId) => {
    const { turn, spell, parentId } = theatre.agent(id)
    return turn && chooseTerm(vocabulary, { agentId: id, spell: String(spell), isRoot: parentId === null, earthy: false })
  }

  it("REQ-OPM-006 it is one of the approved ones, the same for the whole spell, and another spell may have another", async () => {
    const { theatre, ed } = await withEd()
    const terms = new Set(vocabulary.map(({ term }) => term))
    const first = termOf(theatre, ed)
    expect(first?.pool).toBe("general")
    expect(terms.has(first?.term ?? "")).toBe(true)
    await calls(theatre, "Ed", "read_file", { path: "a.txt" })
    expect(termOf(theatre, ed)).toEqual(first)
    const spell = theatre.agent(ed).spell
    await replies(theatre, "Ed", "Half of it.")
    expect(termOf(theatre, ed)).toBeNull()
    await theatre.pass(2_000)
    expect(theatre.agent(ed).spell).toBe(spell + 1)
    expect(terms.has(termOf(theatre, ed)?.term ?? "")).toBe(true)
  })

  it("REQ-OPM-006 the vocabulary is large, of many traditions, and none of its terms is an English -ing", () => {
    expect(vocabulary.length).toBeGreaterThanOrEqual(711)
    expect(new Set(vocabulary.map(({ tradition }) => tradition)).size).toBeGreaterThanOrEqual(10)
    expect(vocabulary.filter(({ term }) => /ing\b/.test(term))).toEqual([])
  })
})
