// Owns: the slash commands that move the user about a window. They change nothing in the world, so that nobody without a window can run one.
import { choice, text } from "./parts/arguments.ts"
import {
  anyText,
  noArguments,
  oneOf,
  type SlashCommand,
  type SlashEffect,
  type SlashPlace,
  slashCommand,
} from "./parts/command.ts"
import { agentNamed } from "./parts/wording.ts"

type Going = Extract<SlashEffect, { kind: "go" }>

const slots = ["1", "2", "3", "4", "5", "6", "7", "8", "9"] as const
const spans = ["5m", "30m", "tomorrow"] as const

export const goCommands: readonly SlashCommand[] = [
  toAgent("join", "agent", "Goes to an agent's chat, which joins it. Without a name, to this one's."),
  toAgent(
    "leave",
    "overview",
    "Leaves this chat for the map, or the chat of an agent. One with an assignment goes on by itself.",
  ),
  toAgent("attend", "attention", "Goes to the next thing that needs you, or that an agent needs you for."),
  toAgent("split", "split", "Opens an agent's chat beside this one. Without a name, that of who is selected or needs you next."),
  going("pop", "pop-out", "Moves this chat to a window of its own. Closing the window leaves."),
  slashCommand({
    name: "pin",
    isLocal: true,
    accepted: [choice(slots, { name: "1-9" })],
    help: "Gives this agent a numbered place among the tabs.",
    parse: oneOf(slots),
    effect: (slot: string) => ({ kind: "go", to: "pin", argument: slot }),
  }),
  slashCommand({
    name: "snooze",
    accepted: [choice(spans)],
    help: "Puts off what this agent needs you for. It comes back by itself; nothing is answered by it.",
    parse: oneOf(spans),
    effect: (span: string) => ({ kind: "go", to: "snooze", argument: span }),
  }),
]

function going(name: string, to: Going["to"], help: string): SlashCommand {
  return slashCommand({ name, isLocal: true, help, parse: noArguments, effect: () => ({ kind: "go", to, argument: "" }) })
}

/** The argument of what comes of it is an id, or nothing where nobody was named. */
function toAgent(name: string, to: Going["to"], help: string): SlashCommand {
  return slashCommand({
    name,
    isLocal: true,
    accepted: [text("agent", { optional: true })],
    help,
    parse: anyText,
    effect: (typed, { world }: SlashPlace) => {
      if (typed === "") return { kind: "go", to, argument: "" }
      const meant = agentNamed(world, typed)
      if (typeof meant === "string") return { refusal: meant }
      if (meant.standing.kind === "dismissed") return { refusal: `${meant.name} is dismissed; there is no chat to go to.` }
      return { kind: "go", to, argument: meant.id }
    },
  })
}
