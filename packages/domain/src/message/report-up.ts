// Owns: that what becomes of a child reaches its parent, as data: it comes fenced and from the child, never as the user's word (T25).
import type { Agent, Delivery, Event, MessageId, World } from "@kibitz/contract"
import { breached } from "../cost/budget.ts"
import { fenced } from "../gate/fence.ts"
import type { Moment } from "../kernel/outcome.ts"
import { findAgent } from "../team/agents.ts"
import { moveTo } from "../team/standing.ts"
import { roomForReport } from "./from-agents.ts"
import { startTurn } from "./start.ts"
import { mayBeWoken } from "./wake.ts"

const LONGEST = 20_000

/** `what`: "is done", "is stuck: …", as a predicate of the child's name; a sentence in it may bring its own full stop. */
export function reportUp(world: World, child: Agent, said: string, what: string, moment: Moment): Event[] {
  const parent = child.parentId && child.assignment !== null ? findAgent(world, child.parentId) : undefined
  if (!parent || parent.standing.kind === "dismissed") return []
  const output = said.length > LONGEST ? `${said.slice(0, LONGEST)}\n[cut]` : said
  const id = moment.id("msg") as MessageId
  const source = `the last reply of ${child.name}`
  const text = `${child.name} ${what.replace(/\.$/, "")}.${output === "" ? "" : `\n${fenced({ output, fence: id, source, agent: child.name })}`}`
  return tellParent(world, parent, { id, text, from: child.id, ...(child.taintedAt !== null ? { tainted: true } : {}) }, moment)
}

/** One that is to be advanced by the user, is paused, or has nothing left to spend, finds it when it goes on. */
export function tellParent(
  world: World,
  parent: Agent,
  message: { readonly id: MessageId; readonly text: string; readonly from: Agent["id"]; readonly tainted?: boolean },
  moment: Moment,
  delivery: Delivery = "queue",
): Event[] {
  const isFree =
    !parent.turn &&
    parent.posture.runControl === "autonomous" &&
    !parent.trouble?.parked &&
    (parent.standing.kind === "open" || parent.standing.kind === "done") &&
    !breached(world, parent)
  const { id: messageId, ...rest } = message
  const queued: Event[] = [
    ...roomForReport(parent, rest.text, moment),
    { type: "message.queued", agentId: parent.id, messageId, delivery, note: "report", ...rest },
  ]
  if (!isFree) return queued
  const opened = moveTo(parent, { kind: "open" }, "There is news from below.", message.from)
  // With something to do and no turn left for it, it is stuck, and says so.
  if (!mayBeWoken(world, parent)) return [...opened, ...queued]
  return [...opened, ...startTurn(world, parent, [...parent.queue, { ...message, note: "report" }], moment)]
}
