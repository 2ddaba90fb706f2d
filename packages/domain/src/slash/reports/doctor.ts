// Owns: what /doctor finds out of what the world knows. It looks at nothing by itself: `fix` asks the host to look again.

import type { Agent, World } from "@kibitz/contract"
import { excerpt } from "../../kernel/excerpt.ts"
import { modelFor } from "../../posture/model-for.ts"
import { allAgents } from "../../team/agents.ts"
import { agentStatus } from "../../team/status.ts"
import { changing } from "../parts/change.ts"
import { answer, type SlashEffect, type SlashPlace } from "../parts/command.ts"
import { count } from "../parts/wording.ts"

const LISTED = 20

export function sandboxLine({ sandbox }: World): string {
  if (sandbox.state === "on") return `Sandbox: on, ${sandbox.name}.`
  const remedy = sandbox.remedy ? ` ${sandbox.remedy}` : ""
  return `Sandbox: ${sandbox.state === "off" ? "off" : "not known"}. ${sandbox.because}${remedy}`
}

export function connectionLine({ connection }: World): string {
  const { using, keySource, check } = connection
  const who = using === "rehearsal" ? "the built-in rehearsal answers" : `the provider answers, key from ${keySource}`
  if (check === null) return `Model: ${who}; not checked.`
  if (check.result === "running") return `Model: ${who}; the check is running.`
  if (check.result === "ok") return `Model: ${who}; the last check went well.`
  return `Model: ${who}; the last check failed: ${excerpt(check.failure.message, 200)}`
}

export function auditLine({ audit }: World): string {
  if (!audit) return "Audit log: not checked yet; /doctor fix verifies it."
  return audit.ok ? `Audit log: checked, entries 1 to ${audit.entries} hold.` : `Audit log: damaged. ${audit.problem}`
}

export function doctorReport({ world, agent }: SlashPlace): SlashEffect {
  const troubled = inTrouble(world)
  return answer(
    sandboxLine(world),
    connectionLine(world),
    `${agent.name} uses ${modelFor(world.settings, agent).model}.`,
    auditLine(world),
    `Grants: ${Object.keys(world.grants).length} in force. /access lists them.`,
    troubled.length === 0 ? "No agent is in trouble." : `${count(troubled.length, "agent")} in trouble:`,
    ...troubled.slice(0, LISTED).map(troubleLine),
    ...(troubled.length > LISTED ? [`… and ${troubled.length - LISTED} more.`] : []),
    findings(world).length === 0
      ? "Nothing needs to be fixed."
      : "/doctor fix probes the sandbox and verifies the audit log; /doctor heal gives the rest to an agent.",
  )
}

export function heal(place: SlashPlace): SlashEffect {
  const found = findings(place.world)
  if (found.length === 0) return answer("Nothing is known to be wrong, so there is nothing to heal.")
  const request = [
    "Kibitz has found this to be wrong:",
    ...found.map((line) => `- ${line}`),
    "Find the cause of each, mend what you may, check that it is mended, and report what is left and who has to do it.",
  ]
  return changing(place, { workMode: "repair" }, { goal: request.join("\n") })
}

function findings(world: World): string[] {
  return [
    ...(world.sandbox.state === "on" ? [] : [sandboxLine(world)]),
    ...(world.connection.check?.result === "failed" ? [connectionLine(world)] : []),
    ...(world.audit && !world.audit.ok ? [auditLine(world)] : []),
    ...inTrouble(world).slice(0, LISTED).map(troubleLine),
  ]
}

function inTrouble(world: World): readonly Agent[] {
  return allAgents(world).filter(({ trouble }) => trouble !== null)
}

/** What a provider wrote is quoted as it is; it does not become an instruction by standing in a report. */
function troubleLine(agent: Agent): string {
  const failure = agent.trouble?.failure
  return `${agent.name} (${agentStatus(agent)}): ${failure?.kind ?? "unknown"}, "${excerpt(failure?.message ?? "", 200)}"`
}
