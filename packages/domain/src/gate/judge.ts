// Owns: may this call go ahead? Pure: three answers and a reason. The first "no" wins; what no rule knows is refused.
// What a model says about itself (style, work mode) is not a parameter here and cannot become one.
import { type Capability, capabilities, type Effect, type Json, type PermissionProfile, type Verdict } from "@kibitz/contract"
import type { Access, Question } from "./access.ts"
import { leastAccess } from "./access.ts"
import { addressRule } from "./address.ts"
import { commandOf } from "./fields.ts"
import { coveringGrant } from "./grants.ts"
import { judgeCommand } from "./judge-command.ts"
import { pathRule, sensitivePath } from "./paths.ts"
import { readCommand } from "./shell/reader/read-command.ts"
import type { ShellReading } from "./shell/types.ts"

const profileRank: Record<PermissionProfile, number> = { restricted: 0, normal: 1, trusted: 2, unrestricted: 3 }
/** What planning allows: nothing in the project changes. */
export const planningEffects: ReadonlySet<Effect> = new Set(["read", "app", "team", "spawn", "network"])

export function judge(question: Question): Verdict {
  const access = known(question.access)
  const { capability, input } = question
  const declared = Object.hasOwn(capabilities, capability)
    ? (capabilities[capability as keyof typeof capabilities] as Capability)
    : null
  if (!declared) {
    return {
      effect: "deny",
      rule: "declared",
      because: `There is no capability called "${capability.slice(0, 80)}". Use one of those you were given.`,
    }
  }
  const reading = readingOf(capability, input, question.workspace)
  return (
    briefRule(capability, access) ??
    inputRule(capability, input, declared) ??
    hardRule(input, reading) ??
    phaseRule(capability, declared, access) ??
    (capability === "bash" && reading ? judgeCommand(reading, access) : judgeOther(capability, input, declared, access))
  )
}

/** What no value of an axis says is the most restrictive one (AXS-4). */
function known(access: Access): Access {
  return {
    ...access,
    phase: access.phase === "execution" ? "execution" : "planning",
    profile: Object.hasOwn(profileRank, access.profile) ? access.profile : leastAccess.profile,
    runControl: access.runControl === "autonomous" || access.runControl === "assisted" ? access.runControl : "manual",
  }
}

/** A turn that is asked for one thing gets only the tools for it. */
function briefRule(capability: string, { tools }: Access): Verdict | null {
  if (!tools || tools.includes(capability)) return null
  const because =
    tools.length === 0
      ? `There are no tools in this turn, so ${capability} was not called. Answer in words.`
      : `${capability} is not one of the tools of this turn: ${tools.join(", ")}. Use those, or answer.`
  return { effect: "deny", rule: "brief", because }
}

function inputRule(capability: string, input: Json, declared: Capability): Verdict | null {
  const parsed = declared.input.safeParse(input)
  if (parsed.success) return null
  const issue = parsed.error.issues[0]
  const where = issue && issue.path.length > 0 ? `${issue.path.join(".")}: ` : ""
  return {
    effect: "deny",
    rule: "input",
    because: `The input of ${capability} is not valid: ${where}${issue?.message ?? "wrong shape"}. Correct it and try again.`,
  }
}

/** A command is read once, and only where the input holds one. */
function readingOf(capability: string, input: Json, workspace: string | undefined): ShellReading | null {
  if (capability !== "bash" && capability !== "add_commitment") return null
  const command = commandOf(input)
  return command === null ? null : readCommand(command, workspace)
}

function hardRule(input: Json, reading: ShellReading | null): Verdict | null {
  if (!reading) return pathRule(input) ?? addressRule(input)
  if (reading.class !== "forbidden") return null
  const { text, rule, because } = reading.deciding
  return {
    effect: "deny",
    rule,
    because: `"${excerpt(text)}" ${because}. That is refused whatever the profile; find another way.`,
  }
}

function phaseRule(capability: string, declared: Capability, access: Access): Verdict | null {
  if (access.phase === "execution") return null
  if (!planningEffects.has(declared.effect)) {
    return {
      effect: "deny",
      rule: "phase",
      because: `Not in planning: ${capability}. /execute, which only the user can type, switches this agent to execution; go on planning.`,
    }
  }
  if (declared.effect !== "network" || access.planningNetwork) return null
  return {
    effect: "deny",
    rule: "planning-network",
    because: `This project does not let planning agents use the network, and ${capability} does. Plan with what is in the project folder.`,
  }
}

function judgeOther(capability: string, input: Json, declared: Capability, access: Access): Verdict {
  const asked = asking(capability, input, declared, access)
  if (!asked)
    return {
      effect: "allow",
      rule: `${access.phase}-${declared.effect}`,
      because: `${capability} ${doing(declared)}, which ${access.profile} allows.`,
    }
  const grant = coveringGrant(access.grants, capability, input)
  if (grant)
    return {
      effect: "allow",
      rule: "grant",
      because: `${capability} needs approval, and you have granted it.`,
      grantId: grant.id,
    }
  return access.attended ? { effect: "ask", ...asked } : unattended(asked)
}

function asking(capability: string, input: Json, declared: Capability, access: Access): Omit<Verdict, "effect"> | null {
  if (declared.effect === "write") {
    const path = sensitivePath(input)
    if (path !== null)
      return {
        rule: "sensitive-file",
        because: `${excerpt(path)} tells programs or agents what to do, so writing it is always asked for.`,
      }
  }
  if (profileRank[access.profile] < profileRank[declared.minimumProfile]) {
    return {
      rule: "profile",
      because: `${capability} needs the profile ${declared.minimumProfile}; this agent has ${access.profile}.`,
    }
  }
  if (access.tainted && declared.effect === "network" && access.profile !== "unrestricted") {
    return {
      rule: "tainted",
      because: `This agent has read text from the network that nobody has vouched for since, and ${capability} can send data out.`,
    }
  }
  if (access.runControl === "manual" && declared.effect !== "read" && declared.effect !== "app") {
    return { rule: "manual", because: `Run control is manual, so ${capability} is asked for.` }
  }
  return null
}

export function unattended(asked: Omit<Verdict, "effect">): Verdict {
  return {
    effect: "deny",
    ...asked,
    because: `${asked.because} Nobody is there to be asked, so it is refused; do what needs no approval and say what is left.`,
  }
}

function doing(declared: Capability): string {
  switch (declared.effect) {
    case "read":
      return "reads inside the project folder"
    case "write":
      return "changes files inside the project folder"
    case "network":
      return "reads from the network"
    case "spawn":
      return "starts a child agent with at most the same rights"
    case "team":
    case "app":
      return "touches nothing outside Kibitz"
    case "execute":
      return "runs a program"
  }
}

function excerpt(text: string): string {
  const line = text.replace(/\s+/g, " ").trim()
  return line.length > 100 ? `${line.slice(0, 97)}…` : line
}
