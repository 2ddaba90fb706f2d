// Owns: what the keys of the task list do to whom a line is about: real commands, and a sentence where there is nothing to do.
import type { Agent, ClientCommandInput } from "@kibitz/contract"
import { waysFor } from "../../kernel/agents/agent-controls.tsx"

export type TaskAct = "pause" | "resume" | "cancel"
export type TaskStep =
  | { readonly kind: "ask"; readonly command: ClientCommandInput; readonly said: string }
  | { readonly kind: "say"; readonly said: string }

/** Never a dead key: what cannot be done is said. */
export function taskStep(agent: Agent, act: TaskAct): TaskStep {
  const { id: agentId, name } = agent
  const can = waysFor(agent)
  const ask = (command: ClientCommandInput, said: string): TaskStep => ({ kind: "ask", command, said })
  switch (act) {
    case "pause":
      if (can.pause) return ask({ type: "agent.halt", agentId, how: "pause", scope: "one" }, `${name} is paused.`)
      return { kind: "say", said: `${name} has nothing to pause.` }
    case "resume":
      if (can.resume > 0) return ask({ type: "agent.resume", agentId, scope: "one" }, `${name} goes on.`)
      if (can.goOn !== null) return ask({ type: "agent.go-on", agentId }, `${name} goes on.`)
      return { kind: "say", said: `${name} has nothing to go on with.` }
    case "cancel":
      if (can.stop > 0) return ask({ type: "agent.halt", agentId, how: "stop", scope: "one" }, `${name} is stopped.`)
      return { kind: "say", said: `${name} has nothing to stop.` }
  }
}
