// Owns: the slash commands that tell and show and change nothing but, with `doctor heal`, the work mode.

import { choice, text } from "./parts/arguments.ts"
import { answer, noArguments, type SlashCommand, type SlashEffect, type SlashInput, slashCommand } from "./parts/command.ts"
import { aboutAgent } from "./reports/about-agent.ts"
import { costReport, projectCostReport, sessionCostReport, spentLookups, todayCostReport } from "./reports/cost-report.ts"
import { doctorReport, heal } from "./reports/doctor.ts"
import { forensicReport, logReport } from "./reports/forensics.ts"
import { queueReport, statusReport, workReport } from "./reports/report.ts"

const spans = ["today", "session", "project", "agent"] as const
type Span = (typeof spans)[number]

export const answerCommands: readonly SlashCommand[] = [
  slashCommand({
    name: "doctor",
    accepted: [choice(["fix", "heal"], { optional: true })],
    help: "Says what is known to be wrong. fix probes the sandbox and verifies the audit log first; heal hands the rest to this agent in repair mode.",
    parse: ({ words }) => (words.length === 0 ? "look" : words.length === 1 && isRemedy(words[0]) ? words[0] : null),
    effect: (what, place) => {
      if (what === "look") return doctorReport(place)
      if (what === "heal") return heal(place)
      return {
        kind: "host",
        preparations: [{ kind: "sandbox" }, { kind: "audit" }],
        next: "/doctor",
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
    name: "parallel",
    accepted: [choice(["status"], { optional: true })],
    help: "Who is at work in the background, on what, and who waits or is in trouble.",
    parse: ({ words }) => (words.length === 0 || (words.length === 1 && words[0] === "status") ? "look" : null),
    effect: (_, { world, now }) => workReport(world, now?.zone),
  }),
  slashCommand({
    name: "queue",
    help: "What this agent takes next, and who else has messages waiting.",
    parse: noArguments,
    effect: (_, { world, agent }) => queueReport(world, agent),
  }),
  costing(
    "session-report",
    ["report"],
    "project",
    "Tokens and money of the whole project, of this agent, of today or of this session.",
  ),
  costing("cost", [], "agent", "Tokens and money of this agent, of the whole project, of today or of this session."),
  aboutAgent("logs", "What an agent is doing and did last; with a moment (10m, 2h, today), what is known since.", logReport),
  aboutAgent(
    "forensics",
    "What happened to an agent, and why; with a moment (10m, 2h, today), what is known since.",
    forensicReport,
  ),
  viewing("audit", "Opens the audit log: every decision, with its rule.", [text("agent|text", { optional: true })]),
  viewing("find", "Finds text in all conversations.", [text("text", { optional: true })]),
  viewing("tasks", "Opens the tasks, everything in the background: who works, waits, is paused or stuck, and what it costs."),
  viewing("access", "Lists what you have allowed beyond the profiles; each can be taken back."),
  viewing("keys", "Lists the keys, all or those about something.", [text("topic", { optional: true })]),
  viewing("settings", "Opens the settings.", [text("topic", { optional: true })]),
]

function isRemedy(word: string | undefined): word is "fix" | "heal" {
  return word === "fix" || word === "heal"
}

function costing(name: string, aliases: readonly string[], usual: Span, help: string): SlashCommand {
  return slashCommand({
    name,
    aliases,
    accepted: [choice(spans, { optional: true })],
    help,
    parse: ({ words: [typed = usual, ...more] }: SlashInput) =>
      more.length === 0 ? (spans.find((span) => span === typed) ?? null) : null,
    lookups: (span, now) => spentLookups(span, now),
    effect: (span, { world, agent, now }) => {
      if (span === "agent") return costReport(world, agent)
      if (span === "project") return projectCostReport(world)
      if (!now) return answer("The time is known when the command is run.")
      return span === "session" ? sessionCostReport(world, now) : todayCostReport(world, now)
    },
  })
}

type View = Extract<SlashEffect, { kind: "view" }>["view"]

function viewing(view: View, help: string, accepted: SlashCommand["accepted"] = []): SlashCommand {
  return slashCommand({
    name: view,
    isLocal: true,
    accepted,
    help,
    parse: (input) => (accepted.length === 0 && input.words.length > 0 ? null : input.text),
    effect: (argument) => ({ kind: "view", view, argument }),
  })
}
