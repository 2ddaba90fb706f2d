// Owns: running one slash line: all of what it asks for, or none of it.

import {
  type Agent,
  ClientCommand,
  type ClientCommandInput,
  type Command,
  type CommandOf,
  type Event,
  isHostCommand,
  type World,
} from "@kibitz/contract"
import type { Rules } from "../kernel/concept.ts"
import { accept, bug, type Decision, type Moment, reject, unreachable } from "../kernel/outcome.ts"
import { slashName } from "../kernel/slash-line.ts"
import { findAgent } from "../team/agents.ts"
import { meetsUser } from "./parts/command.ts"
import { readSlash } from "./read.ts"

export function decideSlash(world: World, agent: Agent, command: CommandOf<"slash.run">, moment: Moment, rules: Rules): Decision {
  if (moment.origin.actor !== "user") return reject("not-allowed", "Only the user types commands; nobody else runs one.")
  // The same line again, after a lost answer.
  if (command.childId !== undefined && findAgent(world, command.childId)?.parentId === agent.id) return accept()
  const reading = readSlash(command.line, world, agent, moment)
  if (!reading.ok) return reject("unknown-command", reading.message)
  const { effect } = reading
  const answered = (text: string): Event => ({ type: "slash.answered", agentId: agent.id, line: command.line, text })
  switch (effect.kind) {
    case "answer":
      return accept(answered(effect.text))
    case "view":
      return reject("unavailable", `${slashName(command.line)} opens a page; use it in a window.`)
    case "go":
      return reject("unavailable", `${slashName(command.line)} moves you about a window; use it in a window.`)
    case "host":
      if (moment.isPrepared) return decideSlash(world, agent, { ...command, line: effect.next }, moment, rules)
      return reject("unavailable", `${slashName(command.line)} has to look at the computer, which only a running Kibitz can do.`)
    case "commands": {
      const events: Event[] = [answered(effect.said)]
      let so = rules.evolve(world, answered(effect.said), moment.at)
      for (const wish of effect.commands) {
        const parsed = ClientCommand.safeParse(completedBy(command, wish))
        if (!parsed.success)
          return reject("unknown-command", named(command, parsed.error.issues[0]?.message ?? "that does not fit"))
        const decision = rules.decide(so, decidable(parsed.data), moment)
        if ("rejection" in decision) return reject(decision.rejection.kind, named(command, decision.rejection.message))
        events.push(...decision.events)
        for (const event of decision.events) so = rules.evolve(so, event, moment.at)
      }
      return accept(...events)
    }
    default:
      return unreachable(effect)
  }
}

function named(command: CommandOf<"slash.run">, message: string): string {
  return `${slashName(command.line)}: ${message}`
}

/** Adds what came with the line: the user's confirmation, and the id of a new agent and the pane in which they want to meet it. */
function completedBy({ confirm, pane, childId }: CommandOf<"slash.run">, wish: ClientCommandInput): ClientCommandInput {
  if (wish.type === "posture.change" && confirm !== undefined) return { confirm, ...wish }
  if (meetsUser(wish))
    return { ...wish, ...(pane === undefined ? {} : { pane }), ...(childId === undefined ? {} : { agentId: childId }) }
  return wish
}

function decidable(command: ClientCommand): Command {
  return isHostCommand(command) ? bug(`a slash command asked for ${command.type}, which is the host's`) : command
}
