// Joining and leaving (OPM-3, ux 2.3): who is there is what the panes show; each change is told once, left before joined.
import { type AgentId, type Event, jakeId, type TurnId } from "@kibitz/contract"
import { type Replay, replayWithJake, replyOf } from "@kibitz/testkit"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { Origin } from "../kernel/outcome.ts"
import { modeOf } from "../team/status.ts"

const app = { actor: "app", surface: null } as const
const at = (connection: string): Origin => ({ actor: "user", surface: "desktop", connection })

function team(...names: string[]): { run: Replay; ids: AgentId[] } {
  const run = replayWithJake()
  for (const name of names) run.must({ type: "agent.spawn", parentId: jakeId, name })
  return { run, ids: [...run.agent(jakeId).childIds] }
}

const join = (run: Replay, agentId: AgentId, pane = "p1", connection = "c1") =>
  run.must({ type: "presence.join", agentId, pane, cause: "navigate" }, at(connection))
const leave = (run: Replay, pane = "p1", connection = "c1") =>
  run.must({ type: "presence.leave", pane, cause: "zoom-out" }, at(connection))
const changes = (events: readonly Event[]) =>
  events.flatMap((event) =>
    event.type === "presence.joined" || event.type === "presence.left" ? [[event.type.slice(9), event.agentId]] : [],
  )

function replies(run: Replay, agentId: AgentId, text: string): void {
  const turnId = run.agent(agentId).turn?.id as TurnId
  run.must({ type: "turn.reply", agentId, turnId, reply: replyOf([{ type: "text", text }]) }, app)
}

describe("joining and leaving", () => {
  it("OPM-3 OPM-4 the mode follows, and asking again for what is shown changes nothing", () => {
    const { run, ids } = team("Ed")
    const ed = ids[0] as AgentId
    expect(modeOf(run.agent(ed))).toBe("perseverance")
    expect(changes(join(run, ed))).toEqual([["joined", ed]])
    expect(modeOf(run.agent(ed))).toBe("chat")
    expect(join(run, ed)).toEqual([])
    expect(changes(leave(run))).toEqual([["left", ed]])
    expect(leave(run)).toEqual([])
    expect(modeOf(run.agent(ed))).toBe("perseverance")
  })

  it("OPM-3 a pane that moves from one to another: left, then joined, in one transaction", () => {
    const { run, ids } = team("Ed", "Flo")
    const [ed, flo] = ids as [AgentId, AgentId]
    join(run, ed)
    const events = join(run, flo)
    expect(changes(events)).toEqual([
      ["left", ed],
      ["joined", flo],
    ])
    expect(events.find((event) => event.type === "presence.left")).toMatchObject({ cause: "switch" })
  })

  it("OPM-3 in two panes it is joined once, and left with the last of them", () => {
    const { run, ids } = team("Ed")
    const ed = ids[0] as AgentId
    expect(changes(join(run, ed, "p1"))).toHaveLength(1)
    expect(changes(join(run, ed, "p2"))).toHaveLength(0)
    expect(changes(join(run, ed, "p1", "c2"))).toHaveLength(0)
    expect(changes(leave(run, "p1"))).toHaveLength(0)
    expect(changes(run.must({ type: "presence.lose", connection: "c2", cause: "lost" }, app))).toHaveLength(0)
    expect(changes(leave(run, "p2"))).toEqual([["left", ed]])
  })

  it("OPM-5 the line that is left says what it may decide alone; it reaches the model with the next turn, once", () => {
    const { run, ids } = team("Ed")
    const ed = ids[0] as AgentId
    join(run, ed)
    leave(run)
    expect(run.agent(ed).notices.map(({ note }) => note)).toEqual(["joined", "left"])
    const events = run.must({ type: "message.send", agentId: ed, text: "go", delivery: "queue" }, at("c1"))
    const read = events.flatMap((event) => (event.type === "message.delivered" ? [event.note ?? "user"] : []))
    expect(read).toEqual(["joined", "left", "user"])
    expect(run.agent(ed).notices).toEqual([])
  })

  it("C8 OPM-4 one that nobody ever asked for anything waits after the user left; one that was spoken to goes on", () => {
    const { run, ids } = team("Ed", "Flo")
    const [ed, flo] = ids as [AgentId, AgentId]
    join(run, ed)
    leave(run)
    expect(run.agent(ed)).toMatchObject({ due: null, waits: "nothing" })
    join(run, flo)
    run.must({ type: "message.send", agentId: flo, text: "look into it", delivery: "queue" }, at("c1"))
    replies(run, flo, "I have begun.")
    expect(run.agent(flo)).toMatchObject({ due: null, waits: null })
    leave(run)
    expect(run.agent(flo)).toMatchObject({ due: { why: "continue" } })
  })

  it("OPM-4 one that stopped while the user looked elsewhere goes on when they leave: its turn is nobody's any more", () => {
    const { run, ids } = team("Ed")
    const ed = ids[0] as AgentId
    join(run, ed)
    run.must({ type: "message.send", agentId: ed, text: "look into it", delivery: "queue" }, at("c1"))
    replies(run, ed, "Half of it.")
    expect(Object.values(run.world().attention)).toMatchObject([{ kind: "your-turn", why: "stopped" }])
    leave(run)
    expect(run.agent(ed)).toMatchObject({ due: { why: "continue" }, waits: null, items: [] })
  })

  it("OPM-3 only a client has panes, and nobody joins one that is dismissed", () => {
    const { run, ids } = team("Ed")
    const ed = ids[0] as AgentId
    expect(run.do({ type: "presence.join", agentId: ed, pane: "p1", cause: "navigate" }, app)).toBe("not-allowed")
    run.must({ type: "agent.dismiss", agentId: ed })
    expect(run.do({ type: "presence.join", agentId: ed, pane: "p1", cause: "navigate" }, at("c1"))).toBe("illegal-move")
  })

  it("OPM-3 an agent cannot make the user leave: whom they are with, and everybody above, is not dismissed by an agent", () => {
    const { run, ids } = team("Ed")
    const ed = ids[0] as AgentId
    run.must({ type: "agent.spawn", parentId: ed, name: "Flo" })
    const flo = run.agent(ed).childIds[0] as AgentId
    join(run, flo)
    const [call] = run.proposes(jakeId, { name: "dismiss_agent", input: { agent: "Ed" } })
    const turnId = run.agent(jakeId).turn?.id as TurnId
    run.must({ type: "call.apply", agentId: jakeId, turnId, callId: call?.id as never }, app)
    expect(run.agent(flo).presence).not.toBeNull()
    expect(run.agent(ed).standing.kind).toBe("open")
  })
})

describe("500 walks through the panes of three clients", () => {
  const step = fc.record({
    connection: fc.constantFrom("c1", "c2", "c3"),
    pane: fc.constantFrom("p1", "p2"),
    to: fc.option(fc.nat(4), { freq: 3 }),
    what: fc.constantFrom("move", "move", "move", "move", "lose", "quit", "restart", "focus", "message"),
  })

  it("OPM-3 who is there is who is shown; nothing is told twice, or to nobody, and left comes before joined", () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 5, maxLength: 40 }), (steps) => {
        const { run, ids } = team("Ed", "Flo", "Gil", "Hal", "Ida")
        const there = new Set<AgentId>()
        for (const { connection, pane, to, what } of steps) {
          run.pass({ milliseconds: 10 })
          const agentId = ids[to ?? 0] as AgentId
          const events = ((): Event[] => {
            switch (what) {
              case "lose":
                return run.must({ type: "presence.lose", connection, cause: "lost" }, app)
              case "quit":
                return run.must({ type: "session.end" }, app)
              case "restart":
                return run.must({ type: "session.begin" }, app)
              case "focus":
                return run.must({ type: "focus.set", window: to !== null, pane }, at(connection))
              case "message":
                return run.must({ type: "message.send", agentId, text: "hm", delivery: "queue" }, at(connection))
              default:
                return to === null ? leave(run, pane, connection) : join(run, agentId, pane, connection)
            }
          })()
          const order = changes(events).map(([which]) => which)
          expect(order).toEqual(order.toSorted().toReversed())
          for (const [which, id] of changes(events)) {
            expect(there.has(id as AgentId)).toBe(which === "left")
            if (which === "joined") there.add(id as AgentId)
            else there.delete(id as AgentId)
          }
          const lines = events.filter((event) => event.type === "agent.noticed").length
          expect(lines).toBe(order.length)
          const shown = new Set(Object.values(run.world().panes).map((one) => one.agentId))
          expect(shown).toEqual(there)
          expect(new Set(ids.filter((id) => run.agent(id).presence))).toEqual(there)
        }
      }),
      { numRuns: 500 },
    )
  })
})
