// The whole host with an invented team, on disk and over the rehearsal.
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Agent, WireMessage, WorldSnapshot } from "@kibitz/contract"
import { agentStatus } from "@kibitz/domain"
import { untilFact } from "@kibitz/testkit"
import { afterEach, beforeEach, expect, test } from "vitest"
import { type Host, type HostOptions, openHost } from "../host.ts"

const resourcesDir = join(import.meta.dirname, "../../../../resources")
let base: string
let opened: Host[]

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "kibitz-seed-")))
  mkdirSync(join(base, "project"))
  opened = []
})
afterEach(async () => {
  for (const host of opened) await host.close()
  rmSync(base, { recursive: true, force: true })
})

async function open(seed: string | undefined, more: Partial<HostOptions> & { readonly folder?: string } = {}): Promise<Host> {
  const { folder = "data", ...options } = more
  const host = await openHost({
    dataDir: join(base, folder),
    workspace: join(base, "project"),
    resourcesDir,
    version: "0",
    environment: { KIBITZ_REHEARSAL_PACE: "0" },
    ...(seed === undefined ? {} : { seed }),
    ...options,
  })
  opened.push(host)
  return host
}

function look(host: Host) {
  const sent: WireMessage[] = []
  const line = host.connect("rpc", (message) => sent.push(message))
  line.receive({ type: "subscribe", id: "world", channel: { kind: "world" } })
  const world = untilFact("the world is shown", () => {
    const shown = sent.find((message) => message.type === "subscribed")
    return shown?.snapshot.kind === "world" ? shown.snapshot.world : undefined
  })
  return { line, sent, world }
}

const agentsOf = (world: WorldSnapshot): readonly Agent[] => Object.values(world.agents)

test("--ux-seed: the team is there before the first screen is, the same every time, and the others wait", async () => {
  const first = await look(await open("30,4,5")).world
  const second = await look(await open("30,4,5", { folder: "other" })).world
  const described = (world: WorldSnapshot) =>
    agentsOf(world)
      .map(({ id, name, parentId, assignment }) => ({ id, name, parentId, assignment }))
      .toSorted((a, b) => a.id.localeCompare(b.id))
  expect(described(first)).toEqual(described(second))
  expect(agentsOf(first)).toHaveLength(30)
  const writing = agentsOf(first).filter(({ turn }) => turn)
  expect(writing).toHaveLength(5)
  expect(agentsOf(first).filter(({ assignment }) => assignment)).toEqual(writing)
  expect(first.settings.rehearse).toBe(true)
})

test("--ux-seed: of the others as many ask, get stuck and are done as were asked for", async () => {
  const host = await open("30,3,2,6")
  const kinds = async () => {
    const { attention } = await look(host).world
    return Object.values(attention)
      .map(({ kind }) => kind)
      .toSorted()
      .join(" ")
  }
  const each = "question question result result stuck stuck"
  await untilFact("two of each", async () => (await kinds()) === each)
  const working = agentsOf(await look(host).world).filter(({ turn }) => turn)
  // Two who write, and two who asked and go on.
  expect(working.filter(({ items }) => items.length === 0)).toHaveLength(2)
})

test("--ux-seed: who is said to need the user has asked them something, also where one waits for a child that is stuck", async () => {
  const host = await open("214,5,40,12")
  const ends = async () => Object.keys((await look(host).world).attention).length
  await untilFact("all have come to their end", async () => (await ends()) === 12)
  const world = await look(host).world
  const asking = Object.values(world.attention).filter(({ tier }) => tier <= 1)
  const needing = agentsOf(world).filter((agent) => agentStatus(agent) === "needs-you")
  expect(needing.filter(({ id }) => !asking.some(({ agentId }) => agentId === id)).map(({ name }) => name)).toEqual([])
  const held = agentsOf(world).filter(({ waits, tally }) => waits === "child" && tally.stuck > 0 && tally.working === 0)
  expect(held.map((agent) => agentStatus(agent))).toEqual(["waiting-child"])
})

test("--ux-seed: those who write do so at their own rate, whatever the pace of the rehearsal", async () => {
  const { line, sent, world } = look(await open("3,2,1"))
  const writer = agentsOf(await world).find(({ turn }) => turn)
  line.receive({ type: "subscribe", id: "transcript", channel: { kind: "transcript", agentId: writer?.id, bytes: 10_000 } })
  const live = () => sent.filter((message) => message.type === "live").length
  await untilFact("several pieces have come, one after the other", () => live() > 3)
  const ended = sent.filter((message) => message.type === "envelope" && JSON.stringify(message).includes("turn.replied"))
  expect(ended).toEqual([])
})

test("--ux-seed is refused where there is a key, where the folder was used, and where it makes no sense", async () => {
  await expect(open("3,2,1", { environment: { ANTHROPIC_API_KEY: "sk-test" } })).rejects.toThrow("works in rehearsal only")
  await expect(open("3,2")).rejects.toThrow("three numbers")
  const plain = await open(undefined, { folder: "used" })
  await plain.close()
  opened = []
  await expect(open("3,2,1", { folder: "used" })).rejects.toThrow("needs an empty data folder")
})

test("a seeded folder opens again without the switch, and its team goes on", async () => {
  const host = await open("6,3,2")
  await look(host).world
  await host.close()
  opened = []
  const again = await look(await open(undefined)).world
  expect(agentsOf(again)).toHaveLength(6)
  expect(agentsOf(again).filter(({ turn }) => turn)).toHaveLength(2)
})
