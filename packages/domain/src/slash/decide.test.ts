// A slash line is decided as one: everything it asks for, or nothing, with an answer in the transcript.
import {
  type Agent,
  AgentId,
  type CommandOf,
  type Event,
  type GrantId,
  type ItemId,
  jakeId,
  type MessageId,
  type Recorded,
  type TurnId,
  type World,
} from "@kibitz/contract"
import { describe, expect, it } from "vitest"
import type { Decision, Moment } from "../kernel/outcome.ts"
import { evolve } from "../record.ts"
import { rules } from "../testing/rules.ts"
import { agentAt, sampleMoment, sampleTime, sampleTurn, sampleWorld, withPosture } from "../testing/sample-world.ts"
import { auditOf, decide } from "../world.ts"
import { decideSlash } from "./decide.ts"
import { slashCommands, slashGroups } from "./table.ts"

function run(line: string, world: World = sampleWorld(), at = 0, moment = sampleMoment(), confirm?: string): Decision {
  const agent = agentAt(world, at)
  const command: CommandOf<"slash.run"> = { type: "slash.run", agentId: agent.id, line, ...(confirm ? { confirm } : {}) }
  return decideSlash(world, agent, command, moment, rules)
}

function events(decision: Decision): readonly Event[] {
  return "events" in decision ? decision.events : expect.fail(decision.rejection.message)
}

function answer(line: string, world?: World, at?: number): string {
  const [event] = events(run(line, world, at))
  return event?.type === "slash.answered" ? event.text : expect.fail("no answer")
}

function fold(world: World, made: readonly Event[]): World {
  return made.reduce((before, event) => evolve(before, { seq: before.seq + 1, at: sampleTime, event } satisfies Recorded), world)
}

describe("running a slash line", () => {
  it("combined forms are one change, with one record per axis and one answer", () => {
    const line = "/mode build --autonomous --permission-profile trusted --model-mode deep"
    const made = events(run(line, sampleWorld(), 0, sampleMoment(), "trusted"))
    expect(made.map((event) => (event.type === "posture.changed" ? event.axis : event.type))).toEqual([
      "slash.answered",
      "workMode",
      "permissionProfile",
      "modelMode",
    ])
    expect(made[1]).toMatchObject({ reason: line, actor: "user" })
  })

  it("/execute with a goal switches first, then starts the turn", () => {
    const world = sampleWorld()
    const made = events(run("/execute fix the tests", world, 0, sampleMoment(), "execution"))
    expect(made.map(({ type }) => type)).toEqual(["slash.answered", "posture.changed", "turn.started", "message.delivered"])
    expect(agentAt(fold(world, made)).posture).toMatchObject({
      phase: "execution",
      workMode: "chat",
      permissionProfile: "normal",
    })
  })

  it("/plan sets phase and mode; /mode plan leaves the phase", () => {
    const world = sampleWorld([withPosture({ phase: "execution" })])
    expect(agentAt(fold(world, events(run("/plan", world)))).posture).toMatchObject({ phase: "planning", workMode: "plan" })
    expect(agentAt(fold(world, events(run("/mode plan", world)))).posture).toMatchObject({ phase: "execution", workMode: "plan" })
  })

  it("T25 a refusal names the command, and nothing of the line has happened", () => {
    const world = sampleWorld([{}, {}])
    expect(run("/execute do it", world, 1)).toMatchObject({
      rejection: { kind: "not-allowed", message: expect.stringMatching(/^\/execute: .*Jake is in planning/) },
    })
    expect(run("/mode build --permission-profile trusted", world, 1)).toMatchObject({ rejection: { kind: "not-allowed" } })
    expect(run("/stop", world)).toMatchObject({
      rejection: { kind: "nothing-to-stop", message: expect.stringMatching(/^\/stop: /) },
    })
  })

  it("what is no command, or does not fit, is refused and never sent", () => {
    expect(run("/stauts")).toMatchObject({ rejection: { kind: "unknown-command", message: expect.stringContaining("/status") } })
    expect(run("/mode sleep")).toMatchObject({ rejection: { kind: "unknown-command" } })
    expect(run("/sf status")).toMatchObject({
      rejection: { message: "There is no /sf. Type the command by itself, for example /status." },
    })
    expect(run(`/model ${"m".repeat(300)}`)).toMatchObject({
      rejection: { kind: "unknown-command", message: expect.stringMatching(/^\/model: /) },
    })
    expect(run(`/spawn Ed ${"x".repeat(20_001)}`)).toMatchObject({ rejection: { kind: "unknown-command" } })
  })

  it("T25 only the user runs one", () => {
    for (const line of ["/status", "/execute", "/nonsense"])
      expect(run(line, sampleWorld(), 0, sampleMoment("app"))).toMatchObject({ rejection: { kind: "not-allowed" } })
  })

  it.each(["autonomous", "manual"] as const)("/next is assisted for one unit, then %s again", (runControl) => {
    const world = sampleWorld([withPosture({ runControl })])
    const during = fold(world, events(run("/next", world, 0, sampleMoment(), "assisted")))
    expect(agentAt(during)).toMatchObject({ posture: { runControl: "assisted" }, afterUnit: { runControl }, pendingSteers: [] })
    const { id, turn } = agentAt(during)
    const stop = { type: "turn.stop", agentId: id, turnId: turn?.id as TurnId, draft: "" } as const
    const after = fold(during, events(decide(during, stop, sampleMoment("app"))))
    expect(agentAt(after)).toMatchObject({ turn: null, posture: { runControl }, afterUnit: {} })
  })

  it("/next to a working agent waits for the unit after this one", () => {
    const world = sampleWorld([{ turn: sampleTurn() }])
    const after = agentAt(fold(world, events(run("/next", world))))
    expect(after).toMatchObject({
      posture: { runControl: "autonomous" },
      pendingSteers: [{ axis: "runControl", to: "assisted", scope: "for-next-unit" }],
    })
    expect(after.queue).toHaveLength(1)
  })

  it("pages and what needs the machine are for others to do", () => {
    expect(run("/settings")).toMatchObject({
      rejection: { kind: "unavailable", message: "/settings opens a page; use it in a window." },
    })
    expect(run("/doctor fix")).toMatchObject({ rejection: { kind: "unavailable" } })
  })

  it("unrestricted takes the word twice", () => {
    expect(run("/permission-profile unrestricted")).toMatchObject({
      rejection: { kind: "needs-confirmation", message: expect.stringContaining('confirm "unrestricted"') },
    })
    const made = events(run("/permission-profile unrestricted unrestricted"))
    expect(made[1]).toMatchObject({ type: "posture.changed", to: "unrestricted" })
  })

  it("/spawn and /budget act on the tree", () => {
    const world = sampleWorld()
    const after = fold(world, events(run("/budget 5", world)))
    expect(agentAt(after).limitUsd).toBe(5)
    const made = events(run("/spawn Ed look around", after))
    expect(made.map(({ type }) => type)).toEqual(["slash.answered", "agent.founded", "turn.started", "message.delivered"])
    expect(made[1]).toMatchObject({ name: "Ed", parentId: "jake", assignment: "look around" })
  })

  describe("OPM-2 /spawn in a pane of the user's", () => {
    const moment = () =>
      ({ ...sampleMoment(), origin: { actor: "user", surface: "desktop", connection: "c1" } as const }) as Moment
    const spawning = (line: string) => {
      const command = { type: "slash.run", agentId: jakeId, line, pane: "p1" } as const
      return events(decideSlash(sampleWorld(), agentAt(sampleWorld()), command, moment(), rules)).slice(1)
    }

    it("without an assignment does what the key does: the user is with the new agent at once", () => {
      const byKey = events(decide(sampleWorld(), { type: "agent.spawn", parentId: jakeId, pane: "p1" }, moment()))
      expect(byKey.map(({ type }) => type)).toContain("presence.joined")
      expect(spawning("/spawn")).toEqual(byKey)
      const named = spawning("/spawn Noa")
      expect(named.map(({ type }) => type)).toEqual(byKey.map(({ type }) => type))
      expect(named[0]).toMatchObject({ type: "agent.founded", name: "Noa" })
    })

    it("with an assignment leaves the user where they are", () => {
      const made = spawning("/spawn Noa look around").map(({ type }) => type)
      expect(made).toContain("turn.started")
      expect(made).not.toContain("presence.joined")
    })
  })

  it("/rate is kept where there is a result, and refused where there is none", () => {
    expect(run("/rate 4")).toMatchObject({ rejection: { message: "/rate: Jake has no finished result to rate yet." } })
    const world = sampleWorld([{ lastTurn: { outcome: "finished", stopReason: "end_turn" } }])
    const made = events(run("/rate 4 clear", world))
    expect(made).toEqual([
      { type: "slash.answered", agentId: "jake", line: "/rate 4 clear", text: "Jake: the last result is rated 4 of 5." },
      { type: "result.rated", agentId: "jake", stars: 4, note: "clear" },
    ])
    expect(agentAt(fold(world, made))).toEqual(agentAt(world))
    const entry = made[1] && auditOf(made[1], world, 1, sampleTime)
    expect(entry).toMatchObject({ kind: "agent", agentId: "jake", rule: "rated", because: "clear", facts: { stars: 4 } })
  })

  it("/stop halts a working agent", () => {
    expect(events(run("/stop", sampleWorld([{ turn: sampleTurn() }]))).map(({ type }) => type)).toEqual([
      "slash.answered",
      "turn.stopping",
      "agent.moved",
      "agent.planned",
    ])
  })
})

const failure = { kind: "auth", message: "key refused", status: 401, requestId: "req_9", retryAfterMs: null } as const
const told: World = {
  ...sampleWorld([
    {
      spentUsd: 1.5,
      spentBelowUsd: 0.25,
      limitUsd: 20,
      spell: 3,
      usage: { inputTokens: 100, outputTokens: 20, cacheReadTokens: 5, cacheWriteTokens: 6, estimated: false },
      turn: sampleTurn(true),
      queue: [
        { id: "m1" as MessageId, text: "later", delivery: "queue", at: sampleTime },
        { id: "m2" as MessageId, text: "at once", delivery: "now", at: sampleTime },
      ],
    },
    {
      spentUsd: 0.25,
      spell: 1,
      trouble: { at: sampleTime, turnId: "turn_9" as TurnId, parked: true, failure },
      lastTurn: { outcome: "failed", stopReason: null },
      pendingSteers: [{ axis: "modelMode", to: "deep", scope: "next-milestone", reason: "/steer", at: sampleTime }],
    } satisfies Partial<Agent>,
  ]),
  sandbox: { state: "off", name: "", because: "bubblewrap is not installed.", remedy: "Install bubblewrap." },
  audit: { ok: false, entries: 12, problem: "Entry 7 was changed.", at: sampleTime },
  attention: {
    ["i1" as ItemId]: {
      kind: "question",
      id: "i1" as ItemId,
      agentId: AgentId.parse("a1"),
      at: sampleTime,
      tier: 1,
      question: "Which library?",
      options: [],
      preferred: null,
    },
  },
  grants: {
    ["g1" as GrantId]: {
      id: "g1" as GrantId,
      scope: "rule",
      agentId: jakeId,
      pattern: { kind: "capability", capability: "web_fetch" },
      remaining: null,
      expiresAt: null,
      givenAt: sampleTime,
    },
  },
}

describe("answers with the world's numbers", () => {
  it("/status", () => {
    expect(answer("/status", told).split("\n")).toEqual([
      "2 agents: 1 working, 1 paused.",
      "Jake: chat | autonomous | normal | smart, in planning; model claude-sonnet-5-5.",
      "Waiting for you: 1 question.",
      "Model: the built-in rehearsal answers; not checked.",
      "Sandbox: off. bubblewrap is not installed. Install bubblewrap.",
      "Audit log: damaged. Entry 7 was changed.",
      "Spent in this project: $1.75.",
    ])
    expect(answer("/status")).toContain("Nobody needs you.")
  })

  it("/queue in the order of delivery", () => {
    expect(answer("/queue", told)).toBe("Next up for Jake:\n1. at once (at the next step)\n2. later")
    expect(answer("/queue", told, 1)).toBe(
      "Nothing waits for a1.\nChange that waits: modelMode deep, next-milestone.\nJake: 2 messages.",
    )
  })

  it("/cost and /session-report", () => {
    expect(answer("/cost", told)).toContain(
      "Jake: $1.50 itself, $0.25 by those below it.\nTokens: 100 in, 20 out, 5 read from and 6 written to the cache.",
    )
    expect(answer("/cost", told)).toContain("Limit: $20.00 for both together.\nLeft to spend: $18.25.")
    expect(answer("/session-report", told)).toMatch(/^This project: \$1\.75 by 2 agents in 4 turns\./)
    expect(answer("/cost project", told)).toBe(answer("/session-report", told))
    expect(answer("/session-report agent", told)).toBe(answer("/cost", told))
  })

  it("/logs and /forensics, of itself or of another", () => {
    expect(answer("/logs", told)).toContain("Turn turn_1 since 2026-01-01 00:00:00: calling, 1 step done, attempt 1")
    expect(answer("/logs @A1", told)).toContain("Trouble at 2026-01-01 00:00:00: key refused (auth, status 401, request req_9).")
    const why = answer("/forensics a1", told)
    expect(why).toContain("Last turn: failed.")
    expect(why).toContain("Asks since 2026-01-01 00:00:00: Which library?")
    expect(why).toContain("modelMode deep waits for next-milestone: /steer.")
    expect(answer("/forensics", told)).toContain('Call call_1 read_file {"path":"a.txt"}: running since')
    expect(run("/logs nobody", told)).toMatchObject({
      rejection: { kind: "unknown-command", message: expect.stringMatching(/^There is no agent "nobody"\./) },
    })
  })

  it("T15 what others wrote stands in a report on one line, with what is hidden in it made visible", () => {
    const note = "50\u202e%\n/execute\u200b"
    const world = sampleWorld([{ progress: { percent: 5, note } }])
    expect(answer("/logs", world)).toContain("Progress: 5 %. 50\\u{202e}% /execute\\u{200b}")
  })

  it("/doctor looks, and heal hands what it found to the agent in repair mode", () => {
    const report = answer("/doctor", told)
    for (const part of [
      "Install bubblewrap.",
      "Entry 7 was changed.",
      "Grants: 1 in force",
      "1 agent in trouble:",
      'a1 (paused): auth, "key refused"',
    ]) {
      expect(report).toContain(part)
    }
    const made = events(run("/doctor heal", { ...told, agents: sampleWorld().agents }))
    expect(made.map(({ type }) => type)).toEqual(["slash.answered", "posture.changed", "turn.started", "message.delivered"])
    expect(made[1]).toMatchObject({ axis: "workMode", to: "repair" })
    expect(made[3]).toMatchObject({ text: expect.stringContaining("- Audit log: damaged. Entry 7 was changed.") })
    const healthy = { ...sampleWorld(), sandbox: { state: "on", name: "bubblewrap 0.8.0", because: "", remedy: "" } as const }
    expect(answer("/doctor heal", healthy)).toContain("nothing to heal")
    expect(answer("/doctor", healthy)).toContain("Nothing needs to be fixed.")
  })

  it("/help from the table", () => {
    const groups = answer("/help").split("\n\n")
    expect(groups.map((group) => group.split("\n")[0])).toEqual(slashGroups.map(({ title }) => title))
    const told = groups.flatMap((group) => group.split("\n").slice(1))
    expect(told).toEqual(slashCommands.map(({ name, hint, help }) => `${`/${name} ${hint}`.trim()}: ${help}`))
    expect(answer("/help /profile")).toMatch(
      /^\/permission-profile <restricted\|normal\|trusted\|unrestricted>\n.*\nAlso: \/profile$/,
    )
    expect(run("/help stauts")).toMatchObject({ rejection: { message: expect.stringContaining("Did you mean /status?") } })
  })
})
