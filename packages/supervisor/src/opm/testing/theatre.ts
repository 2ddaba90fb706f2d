// The real engine on a stage where everything is released by the test: words of the model, results of tools, and time. It can die and
// come back over the same journal. Ids go on counting over a restart, as they do in life.
import { type Agent, type AgentId, type Command, type Event, jakeId, type Recorded } from "@kibitz/contract"
import { allAgents, findAgent, type Origin } from "@kibitz/domain"
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

export type Theatre = Awaited<ReturnType<typeof openTheatre>>

export function userAt(connection: string): Origin {
  return { actor: "user", surface: "desktop", connection }
}

/** Nothing is waited for by time: what is ready runs, until nothing more is. */
async function nextRound(): Promise<void> {
  await new Promise<void>((resolve) => setImmediate(resolve))
}

export async function openTheatre() {
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
  let isDown = false
  let on = await curtain()
  let exchanges = new Map<string, ScriptedExchange>()
  let taken = 0
  const asked: { name: string; exchange: ScriptedExchange }[] = []

  async function curtain(startsAt?: Temporal.Instant) {
    const clock = manualClock(startsAt?.toString())
    const model = scriptedModel()
    if (isDown) model.answerChecks("offline")
    const engine = startEngine({
      journal,
      clock,
      ids,
      chance: fixedChance(0.5),
      model,
      tools,
      drafts: memoryDrafts(),
      log,
      project: "/project",
      notifier,
    })
    await engine.open()
    return { ...engine, clock, model }
  }

  const world = () => on.supervisor.world()

  /** Until the journal stands still and every request that is out is known by the name of who asks. */
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
      const now = world().seq + taken
      quiet = now === before ? quiet + 1 : 0
      before = now
    }
  }

  async function comeBack(): Promise<void> {
    journal = journal.reopen()
    const { clock } = on
    on = await curtain(clock.now())
    exchanges = new Map()
    taken = 0
    await settled()
  }

  return {
    world,
    log,
    /** Every notice the system was given, over all starts. */
    notices: notifier.shown,
    tool,
    journal: (): readonly Recorded[] => journal.all(),
    events: <T extends Event["type"]>(type: T) =>
      journal.all().flatMap(({ event }) => (event.type === type ? [event as Extract<Event, { type: T }>] : [])),
    /** Every request to the model since the beginning, by the name of who asked. */
    asked: asked as readonly { readonly name: string; readonly exchange: ScriptedExchange }[],
    agents: (): readonly Agent[] => allAgents(world()),
    agent: (id: AgentId = jakeId): Agent => findAgent(world(), id) ?? expect.fail(`there is no ${id}`),
    named: (name: string): Agent =>
      allAgents(world()).find((one) => one.name === name) ?? expect.fail(`nobody is called ${name}`),
    now: () => on.clock.now().epochMilliseconds,
    settled,
    async do(command: Command, origin?: Origin) {
      const outcome = await on.supervisor.dispatch(command, origin)
      await settled()
      return outcome
    },
    /** The request of that agent that is out, or a failure of the test. */
    exchange: (name: string): ScriptedExchange => exchanges.get(name) ?? expect.fail(`${name} has not asked`),
    /** What is due in between happens at its own moment. */
    async pass(ms: number): Promise<void> {
      let left = ms
      for (;;) {
        const next = on.clock.nextIn()
        const step = next === null || next > left ? left : next
        on.clock.advance(step)
        await settled()
        left -= step
        if (left <= 0 && (on.clock.nextIn() ?? 1) > 0) return
      }
    },
    /** Somebody sets the computer's clock back (F30). */
    setBack: (ms: number) => on.clock.setWallClock(on.clock.now().subtract({ milliseconds: ms })),
    /** Whether there is a network for checks; a request is answered by the test. */
    network(isThere: boolean): void {
      isDown = !isThere
      on.model.answerChecks(isThere ? ["scripted"] : "offline")
    },
    /** Dies in the middle of whatever it does; what is not on disk is gone. */
    crash: comeBack,
    /** Closes as an app does: everybody leaves first. */
    async quit(): Promise<void> {
      await on.supervisor.dispatch({ type: "session.end" })
      on.stop()
      await comeBack()
    },
    close: () => on.stop(),
  }
}
