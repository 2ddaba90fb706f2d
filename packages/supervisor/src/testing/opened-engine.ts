// The engine over fakes that behave: every word of the model, every tool result and every moment is released by the test.
import { type AgentId, type Event, jakeId } from "@kibitz/contract"
import { findAgent } from "@kibitz/domain"
import type { Notifier, Tools } from "@kibitz/ports"
import {
  countingIds,
  fixedChance,
  type MemoryJournal,
  manualClock,
  memoryDrafts,
  memoryJournal,
  recordingLog,
  untilFact,
} from "@kibitz/testkit"
import { scriptedModel } from "@kibitz/testkit/model"
import { expect } from "vitest"
import { startEngine } from "../engine.ts"

const readsFine: Tools = {
  async *run(permit) {
    yield { type: "end", ok: true, output: `read ${JSON.stringify(permit.input)}`, bytes: 10 }
  },
}

export async function openedEngine(
  options: {
    journal?: MemoryJournal
    drafts?: ReturnType<typeof memoryDrafts>
    tools?: Tools
    notifier?: Notifier
    /** Those of the engine before, where the ids of what both make must differ. */
    ids?: ReturnType<typeof countingIds>
    /** What the clock shows; left out, the same as for any other start. */
    startsAt?: Temporal.Instant
  } = {},
) {
  const journal = options.journal ?? memoryJournal()
  const drafts = options.drafts ?? memoryDrafts()
  const clock = manualClock(options.startsAt?.toString())
  const model = scriptedModel()
  const log = recordingLog()
  const ids = options.ids ?? countingIds()
  const engine = startEngine({
    journal,
    clock,
    ids,
    chance: fixedChance(0.5),
    model,
    tools: options.tools ?? readsFine,
    drafts,
    log,
    project: "/project",
    ...(options.notifier ? { notifier: options.notifier } : {}),
  })
  await engine.open()
  const { supervisor } = engine
  const jake = () => findAgent(supervisor.world(), jakeId) ?? expect.fail("Jake is not there")
  return {
    ...engine,
    journal,
    drafts,
    clock,
    ids,
    model,
    log,
    jake,
    send: (text: string, delivery: "queue" | "now" = "queue") =>
      supervisor.dispatch({ type: "message.send", agentId: jakeId, text, delivery }),
    types: () => journal.all().map(({ event }) => event.type),
    of: <T extends Event["type"]>(type: T) => journal.all().filter(({ event }) => event.type === type),
    /** What a screen that opened now would show of the reply being written. */
    written: (agentId: AgentId = jakeId) => {
      const opened = engine.channels.subscribe({ kind: "transcript", agentId, bytes: 1 }, { events() {}, live() {} })
      opened?.close()
      const live = opened?.snapshot.kind === "transcript" ? opened.snapshot.live : null
      return (live?.blocks ?? []).map(({ text }) => text).join("")
    },
    until: (what: string, fact: () => boolean) => untilFact(what, fact),
    idle: () => untilFact("the turn is over", () => jake().turn === null),
  }
}
