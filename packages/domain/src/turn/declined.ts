// Owns: what becomes of a reply the provider broke off: it would not let it be said (A11), or names a reason nobody here knows (A13). No call
// in it is made, and nobody goes on by itself from there: asked the same again, the provider would only decline again.
import type { Agent, Event, Reply, World } from "@kibitz/contract"
import type { Moment } from "../kernel/outcome.ts"
import { isFromUser } from "../message/from-agents.ts"
import { reportUp } from "../message/report-up.ts"
import { startTurn } from "../message/start.ts"
import { getStuck } from "../perseverance/stuck.ts"

const LONGEST_QUOTE = 300

export function isDeclined({ stopReason }: Pick<Reply, "stopReason">): boolean {
  return stopReason === "refusal" || stopReason === "unknown"
}

/** `agent` has no turn any more. What the user has said meanwhile is another word, and worth another try. */
export function afterDeclined(world: World, agent: Agent, reply: Reply, mayGoOn: boolean, moment: Moment): Event[] {
  if (mayGoOn && agent.standing.kind === "open" && agent.queue.some(isFromUser)) {
    return startTurn(world, agent, agent.queue, moment)
  }
  const why = sentence(reply)
  const detail = `${agent.name} stopped: ${why} ${advice(reply)}`
  return [
    ...getStuck(agent, { why: "declined", detail }, moment),
    ...reportUp(world, agent, "", `has stopped, and does not go on by itself: ${why}`, moment),
  ]
}

export function whyDeclined(agent: Agent, reply: Reply): string {
  return `${agent.name} got no answer: ${sentence(reply)}`
}

/** The provider's own words are quoted, and no longer than a card holds. */
function sentence({ stopReason, stopDetail }: Reply): string {
  const said = stopDetail === null ? "" : ` It says: "${quoted(stopDetail)}".`
  return stopReason === "refusal"
    ? `the provider declined to answer.${said}`
    : `the provider broke off for a reason this version of Kibitz does not know.${said}`
}

function quoted(said: string): string {
  const short = said.length > LONGEST_QUOTE ? `${said.slice(0, LONGEST_QUOTE).toWellFormed()}…` : said
  return short.replace(/\.$/, "")
}

function advice({ stopReason }: Reply): string {
  return stopReason === "refusal"
    ? "What it declined is left out of the conversation from now on. Put it differently, or give it something else to do."
    : "Say a word to it to let it go on."
}
