// The real engine on a stage where everything is released by the test: words of the model, results of tools, and time. It can die and
// come back over the same journal.
import { type Agent, type AgentId, type Command, type Event, jakeId, type Recorded } from "@kibitz/contract"
import { allAgents, findAgent, type Origin } from "@kibitz/domain"
import type { ScriptedExchange } from "@kibitz/testkit/model"
import { expect } from "vitest"
import { openStage } from "./stage.ts"

export type Theatre = Awaited<ReturnType<typeof openTheatre>>

export function userAt(connection: string): Origin {
  return { actor: "user", surface: "desktop", connection }
}

export async function openTheatre() {
  const stage = await openStage()
  const { on, journal, settled } = stage
  const world = () => on().supervisor.world()

  return {
    world,
    log: stage.log,
    /** Every notice the system was given, over all starts. */
    notices: stage.notifier.shown,
    tool: stage.tool,
    journal: (): readonly Recorded[] => journal().all(),
    events: <T extends Event["type"]>(type: T) =>
      journal()
        .all()
        .flatMap(({ event }) => (event.type === type ? [event as Extract<Event, { type: T }>] : [])),
    /** Every request to the model since the beginning, by the name of who asked. */
    asked: stage.asked,
    agents: (): readonly Agent[] => allAgents(world()),
    agent: (id: AgentId = jakeId): Agent => findAgent(world(), id) ?? expect.fail(`there is no ${id}`),
    named: (name: string): Agent =>
      allAgents(world()).find((one) => one.name === name) ?? expect.fail(`nobody is called ${name}`),
    now: () => on().clock.now().epochMilliseconds,
    settled,
    async do(command: Command, origin?: Origin) {
      const outcome = await on().supervisor.dispatch(command, origin)
      await settled()
      return outcome
    },
    /** The request of that agent that is out, or a failure of the test. */
    exchange: (name: string): ScriptedExchange => stage.exchange(name) ?? expect.fail(`${name} has not asked`),
    /** What is due in between happens at its own moment. */
    async pass(ms: number): Promise<void> {
      let left = ms
      for (;;) {
        const next = on().clock.nextIn()
        const step = next === null || next > left ? left : next
        on().clock.advance(step)
        await settled()
        left -= step
        if (left <= 0 && (on().clock.nextIn() ?? 1) > 0) return
      }
    },
    /** Somebody sets the computer's clock back (F30). */
    setBack: (ms: number) => on().clock.setWallClock(on().clock.now().subtract({ milliseconds: ms })),
    /** Whether there is a network for checks; a request is answered by the test. */
    network(isThere: boolean): void {
      stage.network.isDown = !isThere
      on().model.answerChecks(isThere ? ["scripted"] : "offline")
    },
    /** Dies in the middle of whatever it does; what is not on disk is gone. */
    crash: stage.comeBack,
    /** Closes as an app does: everybody leaves first. */
    async quit(): Promise<void> {
      await on().supervisor.dispatch({ type: "session.end" })
      on().stop()
      await stage.comeBack()
    },
    close: () => on().stop(),
  }
}
