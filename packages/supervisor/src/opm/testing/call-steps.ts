// Steps in which a model calls a tool of Kibitz's own, or one that runs.
import type { JsonObject } from "@kibitz/contract"
import fc from "fast-check"
import type { Sim } from "./sim.ts"
import type { SimAgent } from "./sim-state.ts"
import { isAsked, MOST_AGENTS, step } from "./step.ts"

const who = fc.nat(MOST_AGENTS - 1)

const childOf = ({ children }: SimAgent) => children.find(({ standing }) => standing !== "dismissed")
type Calling =
  | "dismisses"
  | "instructs"
  | "redirects"
  | "reads"
  | "reads the same"
  | "writes"
  | "fails to write"
  | "runs"
  | "spawns"
  | "asks"
  | "asks above"
  | "knocks"
  | "promises"
const inputs: Readonly<Record<Calling, (name: string, child: string) => [string, JsonObject]>> = {
  reads: (name) => ["read_file", { path: `${name}.txt` }],
  "reads the same": () => ["read_file", { path: "same.txt" }],
  writes: (name) => ["write_file", { path: `${name}.txt`, content: name }],
  "fails to write": (name) => ["write_file", { path: `${name}.txt`, content: name }],
  runs: (name) => ["bash", { command: `npm run ${name}` }],
  spawns: (name) => ["spawn_agent", { name, assignment: `do ${name}` }],
  asks: (name) => ["ask_user", { question: `what about ${name}?` }],
  "asks above": (name) => ["ask_user", { question: `what about ${name}?`, ask: "parent" }],
  promises: (name) => ["add_commitment", { command: promised(name) }],
  knocks: () => ["knock", { reason: "come and see" }],
  dismisses: (_, child) => ["dismiss_agent", { agent: child }],
  redirects: (name, child) => ["redirect_agent", { agent: child, assignment: `else: ${name}` }],
  instructs: (name, child) => ["message_agent", { to: child, text: `mind ${name}` }],
}
const promised = (name: string) => `npm run ${name}`
/** By the time its result is in. */
function called(sim: Sim, agent: SimAgent, what: Calling, name: string): void {
  switch (what) {
    case "runs":
      return sim.asksForApproval(agent)
    case "spawns":
      sim.found(`A${sim.agents.length}`, agent, true)
      break
    case "asks":
      sim.asksUser(agent)
      break
    case "promises":
      agent.promises.push(promised(name))
      break
    case "asks above":
      sim.asksAbove(agent, agent)
      break
    case "dismisses":
    case "instructs":
    case "redirects": {
      const child = childOf(agent)
      if (!child) break
      if (what === "redirects") sim.redirect(child, "agent")
      else sim[what === "dismisses" ? "dismissedByAgent" : "instructed"](child)
      break
    }
    case "knocks":
      if (!agent.items.includes("knock")) agent.items.push("knock")
  }
  sim.callEnds(agent, what === "writes" || what === "spawns")
}
/** Equal for calls that say the same: a dismissal that was refused can be asked for again. */
function printOf(what: Calling, name: string, child: string): string {
  const [, input] = inputs[what](name, child)
  return `${what === "fails to write" ? "writes" : what} ${JSON.stringify(input)}`
}
export const call = (who: number, what: Calling) =>
  step(
    what,
    who,
    (sim, agent) => isAsked(sim, agent) && (what !== "spawns" || sim.agents.length < MOST_AGENTS),
    (sim, real, agent) => {
      const name = what === "spawns" ? `A${sim.agents.length}` : `x${real.asked++}`
      const child = childOf(agent)?.name ?? "nobody"
      if (sim.calls(agent, printOf(what, name, child))) called(sim, agent, what, name)
      real.theatre.tool.ok = what !== "fails to write"
      const exchange = real.theatre.exchange(agent.name)
      exchange.call(...inputs[what](name, child))
      exchange.finish()
    },
  )
export const calls = fc
  .record({ who, what: fc.constantFrom(...(Object.keys(inputs) as Calling[])) })
  .map(({ who, what }) => call(who, what))
