import { type Agent, jakeId } from "@kibitz/contract"
import { noTally } from "@kibitz/domain"
import { replayWithJake } from "@kibitz/testkit"
import { expect, test } from "vitest"
import { countTeam, waysFor } from "./agent-controls.tsx"
import { tallyParts } from "./tally.tsx"

const agent = (more: object) =>
  ({
    standing: { kind: "open" },
    turn: null,
    due: null,
    waits: null,
    queue: [],
    assignment: "work",
    addressed: false,
    tally: noTally,
    ...more,
  }) as unknown as Agent

test("only what would not be refused is offered", () => {
  expect(waysFor(agent({ turn: {} }))).toEqual({ pause: true, resume: 0, stop: 1, goOn: null })
  expect(waysFor(agent({ standing: { kind: "paused" } }))).toEqual({ pause: false, resume: 1, stop: 1, goOn: null })
  expect(waysFor(agent({ standing: { kind: "stuck" } }))).toMatchObject({ pause: false, goOn: "Go on" })
  expect(waysFor(agent({ waits: "review" })).goOn).toBe("Next unit")
  expect(waysFor(agent({ waits: "nothing", assignment: null }))).toEqual({
    pause: false,
    resume: 0,
    stop: 0,
    goOn: null,
  })
})

test("a team that was stopped is offered to go on, all of it, and nothing else", () => {
  const run = replayWithJake()
  for (const name of ["Ed", "Flo", "Gil"]) run.must({ type: "agent.spawn", parentId: jakeId, name, assignment: "build it" })
  expect(countTeam(run.world(), jakeId)).toBe("3 0 3")
  run.must({ type: "agent.halt", agentId: jakeId, how: "stop", all: false, scope: "subtree" })
  for (const agentId of run.agent(jakeId).childIds) {
    const turnId = run.agent(agentId).turn?.id ?? expect.fail("no turn")
    run.must({ type: "turn.stop", agentId, turnId, draft: "" }, { actor: "app", surface: null })
  }
  expect(countTeam(run.world(), jakeId)).toBe("0 3 0")
})

test("the counts below an agent: each agent once, only what there is, most urgent first", () => {
  const needed = { ...noTally.needed, waiting: 1, working: 1 }
  expect(tallyParts({ ...noTally, agents: 9, working: 4, waiting: 3, done: 2, needed, tiers: [1, 2, 0, 0, 4] })).toMatchObject([
    { glyph: "needs-you", count: 2, words: "2 need you" },
    { glyph: "working", count: 3 },
    { glyph: "done", count: 2 },
  ])
})
