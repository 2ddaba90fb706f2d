// Owns: that a child's result reaches its parent, as data: it comes fenced and from the child, never as the user's word (T25).
import type { Agent, ContentBlock, Event, MessageId, World } from "@kibitz/contract"
import { findAgent } from "../agent/agents.ts"
import { breached } from "../cost/budget.ts"
import { fenced } from "../gate/fence.ts"
import type { Moment } from "../outcome.ts"
import { startTurn } from "./start.ts"

const LONGEST = 20_000

export function reportUp(world: World, child: Agent, content: readonly ContentBlock[], moment: Moment): Event[] {
  const parent = child.parentId && child.assignment !== null ? findAgent(world, child.parentId) : undefined
  if (!parent) return []
  const said = content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n\n")
  const output = said.length > LONGEST ? `${said.slice(0, LONGEST)}\n[cut]` : said
  const id = moment.id("msg") as MessageId
  const source = `the last reply of ${child.name}`
  const text = `${child.name} has ended its turn.\n${fenced({ output, fence: id, source, agent: child.name })}`
  const tainted = child.taintedAt !== null ? { tainted: true } : {}
  // One that is to be advanced by the user, or has nothing left to spend, finds it when it goes on.
  if (parent.turn || parent.posture.runControl !== "autonomous" || breached(world, parent)) {
    return [{ type: "message.queued", agentId: parent.id, messageId: id, text, delivery: "queue", from: child.id, ...tainted }]
  }
  return startTurn(world, parent, [...parent.queue, { id, text, from: child.id, ...tainted }], moment)
}
