// Owns: the slash commands that start, halt, fund and route agents.

import { choice, text } from "./arguments.ts"
import type { SlashEffect } from "./command.ts"
import { answer, anyText, type SlashCommand, type SlashInput, type SlashPlace, slashCommand } from "./command.ts"
import { usd } from "./wording.ts"

const BY_MODE = "auto"

export const agentCommands: readonly SlashCommand[] = [
  halting("pause", "Stops what it is doing and keeps what waits. With all: everybody."),
  halting("stop", "Stops what it is doing and clears what waits. With all: everybody."),
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
    help: "Starts a child of this agent, with at most its rights. Without an assignment it waits to be talked to.",
    parse: parseSpawn,
    effect: ({ name, assignment }, { agent }) => ({
      kind: "commands",
      commands: [{ type: "agent.spawn", parentId: agent.id, ...(name ? { name } : {}), ...(assignment ? { assignment } : {}) }],
      said: `${name ?? "A new agent"} works for ${agent.name}${assignment ? " on what you wrote" : " and waits to be talked to"}.`,
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

function halting(how: "pause" | "stop", help: string): SlashCommand {
  return slashCommand({
    name: how,
    accepted: [choice(["all"], { optional: true })],
    help,
    parse: ({ words }) => (words.length === 0 ? "one" : words.length === 1 && words[0] === "all" ? "all" : null),
    effect: (who, { agent }) => ({
      kind: "commands",
      commands: [{ type: "agent.halt", agentId: agent.id, how, all: who === "all" }],
      said: `${who === "all" ? "Everybody" : agent.name}: ${how === "pause" ? "paused" : "stopped"}.`,
    }),
  })
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
  return choosing("", name)

  function choosing(remark: string, model: string | null): SlashEffect {
    return {
      kind: "commands",
      commands: [{ type: "agent.choose-model", agentId: agent.id, model }],
      said: `${agent.name}: model ${model ?? `${routed}, by its model mode`}${remark ? ` ${remark}` : ""}.`,
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

function parseBudget({ words }: SlashInput): { limitUsd: number | null } | null {
  if (words.length !== 1) return null
  if (words[0] === "off") return { limitUsd: null }
  const amount = /^\$?(\d{1,7}(?:\.\d+)?)$/.exec(words[0] ?? "")?.[1]
  const limitUsd = Number(amount)
  return amount !== undefined && limitUsd > 0 && limitUsd <= 1_000_000 ? { limitUsd } : null
}
