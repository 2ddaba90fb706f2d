// The engine between two deaths: it starts over the same journal as often as the test wants, and every request to the model is taken down by
// the name of the agent that asks. Ids go on counting over a restart, as they do in life.
import type { Tools } from "@kibitz/ports"
import {
  countingIds,
  fixedChance,
  manualClock,
  memoryDrafts,
  memoryJournal,
  recordingLog,
  recordingNotifier,
} from "@kibitz/testkit"
import { type ScriptedExchange, scriptedModel } from "@kibitz/testkit/model"
import { expect } from "vitest"
import { startEngine } from "../../engine.ts"

/** Nothing is waited for by time: what is ready runs, until nothing more is. */
async function nextRound(): Promise<void> {
  await new Promise<void>((resolve) => setImmediate(resolve))
}

export async function openStage() {
  let journal = memoryJournal()
  const ids = countingIds()
  const tool = { ok: true, hangs: false }
  const tools: Tools = {
    async *run(_, signal) {
      if (tool.hangs) await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()))
      yield { type: "end", ok: tool.ok, output: tool.ok ? "fine" : "1 failed", bytes: 4 }
    },
  }
  const log = recordingLog()
  const notifier = recordingNotifier()
  const network = { isDown: false }
  let on = await curtain()
  let exchanges = new Map<string, ScriptedExchange>()
  let taken = 0
  const asked: { name: string; exchange: ScriptedExchange }[] = []

  async function curtain(startsAt?: Temporal.Instant) {
    const clock = manualClock(startsAt?.toString())
    const model = scriptedModel()
    if (network.isDown) model.answerChecks("offline")
    const chance = fixedChance(0.5)
    const drafts = memoryDrafts()
    const engine = startEngine({ journal, clock, ids, chance, model, tools, drafts, log, project: "/project", notifier })
    await engine.open()
    return { ...engine, clock, model }
  }

  /** Until the journal does not grow any more and every request that is out is known by the name of the agent that asks. */
  async function settled(): Promise<void> {
    for (let quiet = 0, before = -1; quiet < 3; ) {
      await nextRound()
      while (taken < on.model.requests.length) {
        const exchange = await on.model.asked()
        const name = /^You are (.+?), (?:the root|an) agent/.exec(exchange.request.system)?.[1] ?? expect.fail("who asks?")
        exchanges.set(name, exchange)
        asked.push({ name, exchange })
        taken += 1
      }
      const now = on.supervisor.world().seq + taken
      quiet = now === before ? quiet + 1 : 0
      before = now
    }
  }

  return {
    /** The engine that runs now, with its clock and its model. */
    on: () => on,
    journal: () => journal,
    tool,
    network,
    log,
    notifier,
    asked: asked as readonly { readonly name: string; readonly exchange: ScriptedExchange }[],
    exchange: (name: string): ScriptedExchange | undefined => exchanges.get(name),
    settled,
    /** A new engine over what is on disk, at the time at which the last one ended. */
    async comeBack(): Promise<void> {
      journal = journal.reopen()
      const { clock } = on
      on = await curtain(clock.now())
      exchanges = new Map()
      taken = 0
      await settled()
    },
  }
}
