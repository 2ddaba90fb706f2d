// Owns: turning a verdict into something the user can answer, and taking it back. What is asked is bound to what would run (T23).

import type { Agent, ApprovalItem, Call, Event, ItemId, Json, PhaseItem, TurnId, Verdict, World } from "@kibitz/contract"
import { fromInstant, projectWorkspaceId, toInstant } from "@kibitz/contract"
import { resolved } from "../attention/items.ts"
import { actionHash, batchKey, describeAction } from "../gate/action.ts"
import { suggestPatterns } from "../gate/patterns.ts"
import { readCommand } from "../gate/shell/reader/read-command.ts"
import type { ShellReading } from "../gate/shell/types.ts"
import { accessOf } from "../grant/access.ts"
import type { Moment } from "../kernel/outcome.ts"
import { visible } from "../kernel/visible.ts"
import { elsewhere, headOf, rootOf } from "../workspace/workspaces.ts"

type Request = Pick<Call, "id" | "capability" | "input">

export function askFor(world: World, agent: Agent, turnId: TurnId, request: Request, verdict: Verdict, moment: Moment): Event[] {
  const { id: callId, capability, input } = request
  const itemId = moment.id("item") as ItemId
  const item = itemFor(world, agent, turnId, request, verdict, moment, itemId)
  return [
    { type: "attention.raised", agentId: agent.id, item },
    {
      type: "call.asked",
      agentId: agent.id,
      turnId,
      callId,
      capability,
      input,
      verdict,
      itemId,
    },
  ]
}

function itemFor(
  world: World,
  agent: Agent,
  turnId: TurnId,
  { id: callId, capability, input }: Request,
  verdict: Verdict,
  moment: Moment,
  id: ItemId,
): ApprovalItem | PhaseItem {
  const workspace = rootOf(world, agent)
  const { title, detail, effects, stepTwo } = describeAction(capability, input, readingOf(capability, input, workspace))
  const minutes = world.settings.approvalMinutes
  const expiresAt = toInstant(fromInstant(moment.at).add({ minutes }))
  const common = {
    id,
    agentId: agent.id,
    at: moment.at,
    tier: 1,
    turnId,
    callId,
    capability,
    verdict,
    title,
    detail,
    expiresAt,
    ...elsewhere(agent),
  }
  if (verdict.rule === "phase") return { kind: "phase-request", ...common }
  const destructive = verdict.destructive ?? false
  const access = accessOf(world, agent, moment.at)
  return {
    kind: "approval",
    ...common,
    hash: bindingOf(world, agent, { capability, input }),
    head: headOf(world, agent),
    phase: agent.posture.phase,
    profile: agent.posture.permissionProfile,
    effects: [...whereNotHere(agent), ...effects.map(visible)],
    patterns: destructive ? [] : suggestPatterns({ capability, input, access, workspace }),
    destructive,
    stepTwo,
    armedUntil: null,
    batch: batchKey({ capability, input, profile: agent.posture.permissionProfile, verdict, ...elsewhere(agent) }),
  }
}

function readingOf(capability: string, input: Json, workspace: string | undefined): ShellReading | undefined {
  const command = typeof input === "object" && input !== null && !Array.isArray(input) ? input.command : undefined
  return capability === "bash" && typeof command === "string" ? readCommand(command, workspace) : undefined
}

/** Nobody should take a worktree for the project's own folder. */
function whereNotHere({ workspaceId }: Agent): string[] {
  return workspaceId === projectWorkspaceId ? [] : [`It happens in the worktree "${workspaceId}", not in the project folder.`]
}

/** What an approval is for: this action, of this agent, on this commit of its workspace, with these rights. */
export function bindingOf(world: World, agent: Agent, { capability, input }: Pick<Call, "capability" | "input">): string {
  const { phase, permissionProfile: profile } = agent.posture
  return actionHash({ capability, input, agentId: agent.id, head: headOf(world, agent), phase, profile })
}

/** Nobody has to decide any more. `goesAhead`: because nothing stands in its way now. */
export function withdraw(
  world: World,
  agent: Agent,
  call: Extract<Call, { status: "asked" }>,
  why: string,
  goesAhead = false,
): Event[] {
  if (!world.attention[call.itemId]) return []
  const item = { id: call.itemId, callId: call.id }
  return [goesAhead ? resolved(agent, item, "allowed", `It goes ahead: ${lower(why)}`) : resolved(agent, item, "withdrawn", why)]
}

function lower(sentence: string): string {
  return sentence.slice(0, 1).toLowerCase() + sentence.slice(1)
}
