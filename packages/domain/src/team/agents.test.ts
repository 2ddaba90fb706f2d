import { AgentId, type Agents } from "@kibitz/contract"
import fc from "fast-check"
import { expect, test } from "vitest"
import { founded } from "../agent/founded.ts"
import { emptyWorld } from "../record.ts"
import { allAgents, findAgent, noAgents, putAgent, putAgents, snapshotOf, worldFrom } from "./agents.ts"

const agent = (id: string, name = id) =>
  founded({ type: "agent.founded", agentId: AgentId.parse(id), parentId: null, name }, "2026-01-01T00:00:00Z" as never, undefined)
const ids = fc.array(fc.stringMatching(/^[a-z][a-z0-9-]{0,12}$/), { maxLength: 60 })

test("what was put last is found, whatever else was put, and a map before a change stays as it was", () => {
  fc.assert(
    fc.property(ids, (names) => {
      let agents: Agents = noAgents
      for (const [at, id] of names.entries()) {
        const before = agents
        const known = findAgent({ agents: before }, AgentId.parse(id))
        agents = putAgent(agents, agent(id, `${at}`))
        expect(findAgent({ agents: before }, AgentId.parse(id))).toBe(known)
        expect(findAgent({ agents }, AgentId.parse(id))?.name).toBe(`${at}`)
      }
      expect(new Set(allAgents({ agents }).map(({ id }) => id))).toEqual(new Set(names))
      const world = { ...emptyWorld, agents }
      expect(worldFrom(JSON.parse(JSON.stringify(snapshotOf(world))))).toEqual(world)
    }),
  )
})

test("names that every object has are not agents", () => {
  for (const name of ["constructor", "toString", "__proto__", "hasOwnProperty"])
    expect(findAgent(emptyWorld, name as AgentId)).toBeUndefined()
})

test("several put at once are the same as one after the other", () => {
  fc.assert(
    fc.property(ids, ids, (names, others) => {
      const before = names.map((id) => agent(id)).reduce(putAgent, noAgents)
      const changed = others.map((id, at) => agent(id, `${at}`))
      expect(putAgents(before, changed)).toEqual(changed.reduce(putAgent, before))
      expect(before).toEqual(names.map((id) => agent(id)).reduce(putAgent, noAgents))
    }),
  )
})
