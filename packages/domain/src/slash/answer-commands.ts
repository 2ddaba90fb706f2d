// Owns: the slash commands that tell and show and change nothing but, with `doctor heal`, the work mode.

import type { Agent, World } from "@kibitz/contract"
import { choice, text } from "./arguments.ts"
import { anyText, noArguments, type SlashCommand, type SlashEffect, type SlashInput, slashCommand } from "./command.ts"
import { doctorReport, heal } from "./doctor.ts"
import { forensicReport, logReport } from "./forensics.ts"
import { costReport, projectCostReport, queueReport, statusReport } from "./report.ts"
import { agentNamed } from "./wording.ts"

export const answerCommands: readonly SlashCommand[] = [
  slashCommand({
    name: "doctor",
    accepted: [choice(["fix", "heal"], { optional: true })],
    help: "Says what is wrong. fix looks again at the sandbox and the audit log; heal hands the rest to this agent in repair mode.",
    parse: ({ words }) => (words.length === 0 ? "look" : words.length === 1 && isRemedy(words[0]) ? words[0] : null),
    effect: (what, place) => {
      if (what === "look") return doctorReport(place)
      if (what === "heal") return heal(place)
      return {
        kind: "host",
        commands: ["sandbox.probe", "audit.verify"],
        said: "Looked again at the sandbox and the audit log. /doctor shows what was found.",
      }
    },
  }),
  slashCommand({
    name: "status",
    help: "How the project stands: agents, what waits for you, model, sandbox, money.",
    parse: noArguments,
    effect: (_, { world, agent }) => statusReport(world, agent),
  }),
  slashCommand({
    name: "queue",
    help: "What this agent takes next, and who else has messages waiting.",
    parse: noArguments,
    effect: (_, { world, agent }) => queueReport(world, agent),
  }),
  costing("session-report", ["report"], "project", "Tokens and money of the whole project, or of this agent."),
  costing("cost", [], "agent", "Tokens and money of this agent, or of the whole project."),
  aboutAgent("logs", "What an agent is doing and did last.", logReport),
  aboutAgent("forensics", "What happened to an agent, and why.", forensicReport),
  viewing("audit", "Opens the audit log: every decision, with its rule.", [text("agent|text", { optional: true })]),
  viewing("find", "Finds text.", [text("text", { optional: true })]),
  viewing("access", "Lists what you have allowed beyond the profiles; each can be taken back."),
  viewing("keys", "Lists the keys."),
  viewing("settings", "Opens the settings.", [text("topic", { optional: true })]),
]

function isRemedy(word: string | undefined): word is "fix" | "heal" {
  return word === "fix" || word === "heal"
}

function costing(name: string, aliases: readonly string[], usual: "project" | "agent", help: string): SlashCommand {
  return slashCommand({
    name,
    aliases,
    accepted: [choice(["project", "agent"], { optional: true })],
    help,
    parse: ({ words: [whose = usual, ...more] }: SlashInput) =>
      more.length === 0 && (whose === "project" || whose === "agent") ? whose : null,
    effect: (whose, { world, agent }) => (whose === "project" ? projectCostReport(world) : costReport(world, agent)),
  })
}

function aboutAgent(name: string, help: string, report: (world: World, agent: Agent) => SlashEffect): SlashCommand {
  return slashCommand({
    name,
    accepted: [text("agent", { optional: true })],
    help,
    parse: anyText,
    effect: (who, { world, agent }) => {
      const meant = who === "" ? agent : agentNamed(world, who)
      return typeof meant === "string" ? { refusal: meant } : report(world, meant)
    },
  })
}

type View = Extract<SlashEffect, { kind: "view" }>["view"]

function viewing(view: View, help: string, accepted: SlashCommand["accepted"] = []): SlashCommand {
  return slashCommand({
    name: view,
    accepted,
    help,
    parse: (input) => (accepted.length === 0 && input.words.length > 0 ? null : input.text),
    effect: (argument) => ({ kind: "view", view, argument }),
  })
}
