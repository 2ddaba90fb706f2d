// Owns: the slash commands that start, halt, fund and route agents, and say what comes of their end.
import { type Agent, DoneBehaviour, Supervision } from "@kibitz/contract"
import { choice, text } from "./parts/arguments.ts"
import type { SlashEffect } from "./parts/command.ts"
import {
  answer,
  anyText,
  noArguments,
  oneOf,
  type SlashCommand,
  type SlashInput,
  type SlashPlace,
  slashCommand,
} from "./parts/command.ts"
import { BY_MODE, usd } from "./parts/wording.ts"

const stars = ["1", "2", "3", "4", "5"]
const forWhom = [choice(["team", "all"], { optional: true })]

export const agentCommands: readonly SlashCommand[] = [
  halting(
    "pause",
    "Stops what it is doing and keeps what waits; /resume goes on. With team: all below too. With all: everybody.",
  ),
  halting("stop", "Stops what it is doing and clears what waits. With team: all below too. With all: everybody."),
  slashCommand({
    name: "resume",
    accepted: forWhom,
    help: "Lets a paused or stopped agent go on. With team: all below too. With all: everybody.",
    parse: parseWho,
    effect: (who, { agent }) => ({
      kind: "commands",
      commands: [{ type: "agent.resume", agentId: agent.id, scope: scopes[who], stopped: true }],
      said: `${whom(who, agent.name)}: on again.`,
    }),
  }),
  slashCommand({
    name: "dismiss",
    help: "Ends this agent and all below it. What they have written stays.",
    parse: noArguments,
    effect: (_, { agent }) => ({
      kind: "commands",
      commands: [{ type: "agent.dismiss", agentId: agent.id }],
      said: `${agent.name} is dismissed.`,
    }),
  }),
  slashCommand({
    name: "redirect",
    accepted: [text("assignment")],
    help: "Gives this agent another assignment in place of the one it has.",
    parse: ({ text: assignment }) => (assignment === "" ? null : assignment),
    effect: (assignment, { agent }) => ({
      kind: "commands",
      commands: [{ type: "agent.redirect", agentId: agent.id, assignment }],
      said: `${agent.name} has a new assignment.`,
    }),
  }),
  slashCommand({
    name: "when-done",
    accepted: [choice(DoneBehaviour.options, { optional: true })],
    help: "What this agent does once it is done: wait stays to be talked to, dismiss goes when its result is told. Alone, says how it is.",
    parse: oneOrNone(DoneBehaviour.options),
    effect: whenDone,
  }),
  slashCommand({
    name: "on-failure",
    accepted: [choice(Supervision.options, { optional: true })],
    help: "What happens when this agent fails: restart-one starts it again, a few times; report-only only says so. Alone, says how it is.",
    parse: oneOrNone(Supervision.options),
    effect: onFailure,
  }),
  slashCommand({
    name: "quiet",
    accepted: [choice(["25m", "50m", "off"], { optional: true })],
    help: "Heads-down: no notices but stop-the-line ones for so long. Counts stay.",
    parse: parseMinutes,
    effect: (minutes) => ({
      kind: "commands",
      commands: [{ type: "attention.quiet", minutes }],
      said: minutes === 0 ? "Notices are on again." : `Quiet for ${minutes} minutes.`,
    }),
  }),
  slashCommand({
    name: "model",
    accepted: [text("name", { optional: true })],
    help: "Chooses a model by name, which wins over the model mode; auto goes back to it. Without a name, shows the choice.",
    parse: anyText,
    effect: chooseModel,
  }),
  slashCommand({
    name: "spawn",
    accepted: [text("name", { optional: true }), text("assignment", { optional: true })],
    help: "Starts a child of this agent, with at most its rights. Without an assignment you go to its chat and talk to it.",
    parse: parseSpawn,
    effect: ({ name, assignment }, { agent }) => ({
      kind: "commands",
      commands: [{ type: "agent.spawn", parentId: agent.id, ...(name ? { name } : {}), ...(assignment ? { assignment } : {}) }],
      said: `${name ?? "A new agent"} works for ${agent.name}${assignment ? " on what you wrote" : " and waits to be talked to"}.`,
    }),
  }),
  slashCommand({
    name: "rate",
    accepted: [choice(stars, { name: "1-5" }), text("note", { optional: true })],
    help: "Rates the last result of this agent, with a note if you like. It is kept in the audit log; the agent is not told.",
    parse: parseRating,
    effect: ({ rating, note }, { agent }) => ({
      kind: "commands",
      commands: [{ type: "result.rate", agentId: agent.id, stars: rating, note }],
      said: `${agent.name}: the last result is rated ${rating} of 5.`,
    }),
  }),
  slashCommand({
    name: "budget",
    accepted: [choice(["off"], { name: "usd|off" })],
    help: "How many US dollars this agent and all below it may spend together. Reaching it pauses them and asks you.",
    parse: parseBudget,
    effect: ({ limitUsd }, { agent }) => ({
      kind: "commands",
      commands: [{ type: "agent.set-budget", agentId: agent.id, limitUsd }],
      said:
        limitUsd === null
          ? `${agent.name} has no limit of its own.`
          : `${agent.name} may spend ${usd(limitUsd)}, with all below.`,
    }),
  }),
]

type Who = "one" | "team" | "all"
const scopes = { one: "one", team: "subtree", all: "all" } as const

/** Nothing: this agent. team: with all below it. all: everybody. */
function parseWho({ words: [typed = "one", ...more] }: SlashInput): Who | null {
  return more.length === 0 && (typed === "team" || typed === "all" || typed === "one") ? typed : null
}

function whom(who: Who, name: string): string {
  return who === "all" ? "Everybody" : who === "team" ? `${name} and all below` : name
}

function halting(how: "pause" | "stop", help: string): SlashCommand {
  return slashCommand({
    name: how,
    accepted: forWhom,
    help,
    parse: parseWho,
    effect: (who, { agent }) => ({
      kind: "commands",
      commands: [{ type: "agent.halt", agentId: agent.id, how, scope: scopes[who] }],
      said: `${whom(who, agent.name)}: ${how === "pause" ? "paused" : "stopped"}.`,
    }),
  })
}

function oneOrNone<Word extends string>(words: readonly Word[]): (input: SlashInput) => Word | "" | null {
  const one = oneOf(words)
  return (input) => (input.words.length === 0 ? "" : one(input))
}

const doneWords: Readonly<Record<DoneBehaviour, string>> = {
  wait: "stays when it is done, and can be talked to",
  dismiss: "goes once it is done and its result is told",
}

function whenDone(value: DoneBehaviour | "", { agent }: SlashPlace): SlashEffect | { readonly refusal: string } {
  if (value === "") return answer(`${agent.name} ${doneWords[agent.whenDone]}: ${agent.whenDone}.`)
  if (value === "dismiss" && agent.parentId === null) return { refusal: `${agent.name} is always there, also when it is done.` }
  return configuring(agent, { whenDone: value }, doneWords[value])
}

const failureWords: Readonly<Record<Supervision, string>> = {
  "restart-one": "is started again when it fails, a few times",
  "report-only": "is not started again when it fails; you and the one it works for are told",
}

function onFailure(value: Supervision | "", { agent }: SlashPlace): SlashEffect {
  if (value === "") return answer(`${agent.name} ${failureWords[agent.supervision]}: ${agent.supervision}.`)
  return configuring(agent, { supervision: value }, failureWords[value])
}

function configuring(agent: Agent, changes: { whenDone: DoneBehaviour } | { supervision: Supervision }, so: string): SlashEffect {
  return {
    kind: "commands",
    commands: [{ type: "agent.configure", agentId: agent.id, ...changes }],
    said: `${agent.name} ${so}.`,
  }
}

/** Minutes, as 25 or 25m; off is 0. */
function parseMinutes({ words: [typed = "25m", ...more] }: SlashInput): number | null {
  if (more.length > 0) return null
  if (typed === "off") return 0
  const minutes = Number(/^(\d{1,4})m?$/.exec(typed)?.[1])
  return minutes >= 1 && minutes <= 24 * 60 ? minutes : null
}

function chooseModel(name: string, { world, agent }: SlashPlace): SlashEffect | { readonly refusal: string } {
  const { settings, connection } = world
  const offered = connection.check?.result === "ok" ? connection.check.models : []
  const routed = settings.models[agent.posture.modelMode]
  const table = Object.entries(settings.models).map(([mode, model]) => `${mode} ${model}`)
  const list = `Model modes: ${table.join(", ")}.${offered.length > 0 ? ` Offered: ${offered.join(", ")}.` : ""}`
  if (name === "") return answer(`${agent.name} uses ${agent.model ?? `${routed}, by its model mode`}.`, list)
  if (name === BY_MODE) return choosing(agent.model === null ? "as before" : "", null)
  const isKnown = offered.length === 0 || offered.includes(name) || Object.values(settings.models).includes(name)
  if (!isKnown) return { refusal: `The provider does not offer "${name}". ${list}` }
  const isHearsay = offered.length === 0 && !Object.values(settings.models).includes(name)
  const doubt = isHearsay ? " Kibitz does not know that name; the provider may." : ""
  return choosing("", name, `${doubt} /model ${BY_MODE} goes back to what the mode chooses.`)

  function choosing(remark: string, model: string | null, more = ""): SlashEffect {
    return {
      kind: "commands",
      commands: [{ type: "agent.choose-model", agentId: agent.id, model }],
      said: `${agent.name}: model ${model ?? `${routed}, by its model mode`}${remark ? ` ${remark}` : ""}.${more}`,
    }
  }
}

/** A name of several words stands in quotes. */
function parseSpawn({ text: typed }: SlashInput): { name: string | undefined; assignment: string | undefined } | null {
  const [, quoted, plain, rest] = /^(?:"([^"]+)"|(\S+))?\s*([\s\S]*)$/.exec(typed) ?? []
  const name = (quoted ?? plain)?.trim()
  if (name !== undefined && (name === "" || name.length > 40 || name.includes('"'))) return null
  return { name, assignment: rest?.trim() || undefined }
}

function parseRating({ text: typed }: SlashInput): { rating: number; note: string } | null {
  const [, rating, note = ""] = /^([1-5])(?:\s+([\s\S]+))?$/.exec(typed) ?? []
  return rating === undefined ? null : { rating: Number(rating), note }
}

function parseBudget({ words }: SlashInput): { limitUsd: number | null } | null {
  if (words.length !== 1) return null
  if (words[0] === "off") return { limitUsd: null }
  const amount = /^\$?(\d{1,7}(?:\.\d+)?)$/.exec(words[0] ?? "")?.[1]
  const limitUsd = Number(amount)
  return amount !== undefined && limitUsd > 0 && limitUsd <= 1_000_000 ? { limitUsd } : null
}
