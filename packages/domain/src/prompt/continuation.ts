// Owns: what Kibitz says to an agent that works alone and has stopped (OPM-4, OPM-6): what it is obliged to, what is not met yet, how
// often it has been asked, and how to end. The first line is fixed, so that scripts can tell these from anything a person writes.

import type { Agent, CheckOutcome, VerificationReport, World } from "@kibitz/contract"
import { fenced } from "../gate/fence.ts"
import { excerpt } from "../kernel/excerpt.ts"
import { hashOf } from "../kernel/hash.ts"
import { wellFormed } from "../kernel/well-formed.ts"
import { isCutOff } from "../provider/provider.ts"
import { gapsIn, minorIn } from "../verification/proof.ts"
import { projectChecks } from "../verification/verify.ts"
import { signalsReminder } from "./signals-section.ts"

/** Enough to remind it; the whole is in its system prompt and its history. */
const SHOWN = { assignment: 200, line: 80, commitments: 4, questions: 2 }

/** fence: a word for the output of failed checks; made from what is fenced when left out, since occurrences inside are broken anyway. */
export function continuationPrompt(world: World, agent: Agent, fence?: string): string {
  const { limits, completionSignal } = world.settings
  const report = agent.verification
  return wellFormed(
    [
      `[Kibitz] continuation ${agent.run.iteration + 1} of ${limits.iterations}`,
      obligation(agent),
      ...listed("Kibitz will check, once you say you are done:", uncheckedOf(world, agent), SHOWN.commitments),
      ...listed("Waiting for an answer; go on with what does not need it:", questionsOf(world, agent), SHOWN.questions),
      signalsReminder(completionSignal),
      ...(report && !report.passed && gapsIn(report.checks).length > 0 ? ["", gapReport(report, fence ?? fenceFor(agent))] : []),
    ].join("\n"),
  )
}

/** The user lets it go on, whether they are there or not: from where its reply broke off, when that is known. */
export function goOnPrompt({ settings }: World, { lastTurn, presence }: Agent): string {
  const draft = lastTurn?.draft ?? ""
  const how =
    draft !== ""
      ? "The user had stopped you in the middle of a reply and lets you go on: go on from where it broke off, without repeating it."
      : lastTurn?.outcome === "interrupted"
        ? "The user had stopped you and lets you go on: take up what you were doing where it broke off."
        : "The user lets you go on with what is left to do."
  return wellFormed(
    [
      "[Kibitz] go on",
      how,
      ...(presence ? [] : [signalsReminder(settings.completionSignal)]),
      ...(draft === "" ? [] : ["What you had written:", "", draft]),
    ].join("\n"),
  )
}

/** After a failure that ended a turn; ask while agent.trouble is still known. */
export function restartPrompt(world: World, agent: Agent): string {
  const why = agent.trouble ? `The last try ended with: ${excerpt(agent.trouble.failure.message, 300)}` : "The last try failed."
  return wellFormed(
    [
      isCutOff(agent)
        ? "[Kibitz] restart, there was no network"
        : `[Kibitz] restart ${agent.run.restarts + 1} of ${world.settings.limits.restarts}`,
      why,
      "What you did before is in your history, and may be half done: look at what is there, then go on.",
      obligation(agent),
      signalsReminder(world.settings.completionSignal),
    ].join("\n"),
  )
}

/** What an agent learns when its "done" did not hold (OPM-8). The output of a check is text from outside (T15). */
export function gapReport(report: VerificationReport, fence: string): string {
  const [gaps, minor] = [gapsIn(report.checks), minorIn(report.checks)]
  const passed = report.checks.length - gaps.length - minor.length
  return wellFormed(
    [
      "[Kibitz] verification failed",
      `${passed} of ${report.checks.length} checks passed. Mend what follows, then say again that you are done.`,
      ...gaps.map((check, at) => gap(at < GAPS ? check : { ...check, detail: "" }, fence)),
      ...minor.map(({ name, command }) => `Not required, and not passed: ${excerpt(name)} (${excerpt(command)})`),
    ].join("\n"),
  )
}

/** How much of the end of an output is told, and of how many checks; the others are named. */
const TAIL = 2_000
const GAPS = 8

function gap({ name, command, result, detail }: CheckOutcome, fence: string): string {
  const head = `${result === "failed" ? "Failed" : "Not run"}: ${excerpt(name)} (${excerpt(command, 200)})`
  if (detail.trim() === "") return head
  const output = detail.length > TAIL ? `…${detail.slice(-TAIL)}` : detail
  return `${head}\n${fenced({ output, fence, source: `check ${name}`, agent: "verification" })}`
}

function obligation({ assignment, addressed }: Agent): string {
  if (assignment !== null) return `You are alone; go on with your assignment: ${excerpt(assignment, SHOWN.assignment)}`
  return addressed
    ? "You are alone. What the user has said to you is your assignment: is anything left of it that you can do alone? If so, do it. If not, end with DONE."
    : "You are alone, and nothing was asked of you so far. If there is nothing to do, end with DONE."
}

/** What the last verification has not looked at: its own promises first, then what the project asks of one that has a task. */
function uncheckedOf(world: World, agent: Agent): readonly string[] {
  const checked = new Set(agent.verification?.checks.map(({ command }) => command))
  const ofProject = projectChecks(world, agent).filter(({ required }) => required)
  const commands = [...agent.commitments, ...ofProject].map(({ command }) => command)
  return [...new Set(commands)].filter((command) => !checked.has(command))
}

function questionsOf(world: World, { items, asking }: Agent): readonly string[] {
  const withUser = items.flatMap((id) => {
    const item = Object.hasOwn(world.attention, id) ? world.attention[id] : undefined
    return item?.kind === "question" ? [item.question] : []
  })
  return [...withUser, ...asking.map(({ question }) => question)]
}

function listed(title: string, texts: readonly string[], most: number): readonly string[] {
  if (texts.length === 0) return []
  const more = texts.length > most ? [`- and ${texts.length - most} more`] : []
  return [title, ...texts.slice(0, most).map((text) => `- ${excerpt(text, SHOWN.line)}`), ...more]
}

function fenceFor({ id, run, verification }: Agent): string {
  const number = hashOf(
    `${id} ${run.iteration} ${verification?.at} ${verification?.checks.map(({ detail }) => detail).join(" ")}`,
  )
  return `checks-${number.toString(36)}`
}
