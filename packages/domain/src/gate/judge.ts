// Owns: may this call go ahead? Pure: three answers and a reason. The first "no" wins; what no rule knows is refused.
// What a model says about itself (style, work mode) is not a parameter here and cannot become one.
import { type Capability, capabilities, type Json, type PermissionProfile, type Verdict } from "@kibitz/contract"
import { pathRule } from "./paths.ts"

export type Phase = "planning" | "execution"
export type Access = { readonly phase: Phase; readonly profile: PermissionProfile }

/** Until an agent is given another posture it reads, and nothing else. */
export const defaultAccess: Access = { phase: "planning", profile: "normal" }

export type Question = { readonly capability: string; readonly input: Json; readonly access: Access }

type Rule = (question: Question, declared: Capability) => Verdict | null

const profileRank: Record<PermissionProfile, number> = { restricted: 0, normal: 1, trusted: 2, unrestricted: 3 }

const rules: readonly Rule[] = [inputRule, pathRule, phaseRule, profileRule]

export function judge(question: Question): Verdict {
  const declared = Object.hasOwn(capabilities, question.capability)
    ? (capabilities[question.capability as keyof typeof capabilities] as Capability)
    : null
  if (!declared) {
    return { effect: "deny", rule: "declared", because: `There is no capability called "${question.capability.slice(0, 80)}".` }
  }
  for (const rule of rules) {
    const verdict = rule(question, declared)
    if (verdict) return verdict
  }
  return {
    effect: "allow",
    rule: `${question.access.phase}-${declared.effect}`,
    because: `${question.capability} only ${doing(declared)}.`,
  }
}

function inputRule(question: Question, declared: Capability): Verdict | null {
  const parsed = declared.input.safeParse(question.input)
  if (parsed.success) return null
  const issue = parsed.error.issues[0]
  const where = issue && issue.path.length > 0 ? `${issue.path.join(".")}: ` : ""
  return {
    effect: "deny",
    rule: "input",
    because: `The input of ${question.capability} is not valid: ${where}${issue?.message ?? "wrong shape"}.`,
  }
}

function phaseRule(question: Question, declared: Capability): Verdict | null {
  if (question.access.phase === "execution" || declared.effect === "read") return null
  return { effect: "deny", rule: "phase", because: `Not in planning: ${question.capability}.` }
}

function profileRule(question: Question, declared: Capability): Verdict | null {
  if (profileRank[question.access.profile] >= profileRank[declared.minimumProfile]) return null
  return {
    effect: "deny",
    rule: "profile",
    because: `${question.capability} needs the profile ${declared.minimumProfile}; this agent has ${question.access.profile}.`,
  }
}

function doing(declared: Capability): string {
  return declared.effect === "read" ? "reads inside the project folder" : `has the effect "${declared.effect}"`
}
