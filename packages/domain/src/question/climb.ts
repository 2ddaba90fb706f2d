// Owns: questions that go up the tree before they are the user's (OPM-9): to the one it works for, on to the next when nobody there knows or
// answers in time, and to the user in the end. What is asked reaches each of them as data.
import {
  type Agent,
  type CommandOf,
  type Event,
  fromInstant,
  type Instant,
  type ItemId,
  type MessageId,
  type ParkedQuestion,
  toInstant,
  type World,
} from "@kibitz/contract"
import { settleItems } from "../attention/items.ts"
import { breached } from "../cost/budget.ts"
import { fenced } from "../gate/fence.ts"
import { accept, bug, type Decision, type Moment, reject } from "../kernel/outcome.ts"
import { tellParent } from "../message/report-up.ts"
import { startTurn } from "../message/start.ts"
import { mayBeWoken } from "../message/wake.ts"
import { findAgent } from "../team/agents.ts"
import { isCrashed, isHeldBack, moveTo } from "../team/standing.ts"
import { subtree } from "../team/subtree.ts"
import { batchOf } from "./batch.ts"
import { headLine } from "./head-line.ts"

export type Asked = Pick<ParkedQuestion, "id" | "at" | "question" | "options" | "preferred">

/** One who asks, and what. */
export type Asker = { readonly agent: Agent; readonly asked: Asked }

/** To the nearest above it that can take a turn; to the user where there is none. `above`: who has had it already. */
export function askUpwards(world: World, agent: Agent, asked: Asked, above: Agent, moment: Moment): Event[] {
  return allAskUpwards(world, [{ agent, asked }], above, moment)
}

/** Equal questions: they reach the one above as one message, together with those it has not read yet. */
function allAskUpwards(world: World, askers: readonly Asker[], above: Agent, moment: Moment): Event[] {
  const holder = nextHolder(world, above)
  const [first] = askers
  if (!holder || !first) return askers.map(({ agent, asked }) => askUser(agent, asked))
  const climbsAt = climbTime(world, moment)
  const waiting = unread(holder, alike(world, holder, first.asked))
  const messageId = waiting?.messageId ?? (moment.id("msg") as MessageId)
  const parked = askers.map(
    ({ agent, asked }): Event => ({
      type: "question.parked",
      agentId: agent.id,
      question: { ...asked, holderId: holder.id, climbsAt, messageId },
    }),
  )
  const all = [...(waiting?.askers ?? []), ...askers]
  const { text, ...sender } = asMessage(all, messageId)
  if (!waiting) return [...parked, ...tellParent(world, holder, { id: messageId, text, ...sender }, moment, "now")]
  const taint = sender.tainted ? { tainted: true } : {}
  return [...parked, { type: "message.edited", agentId: holder.id, messageId, text, ...taint }]
}

/** Those of them the holder has in its queue, as one message. */
function unread({ queue }: Agent, held: readonly Held[]): { messageId: MessageId; askers: readonly Asker[] } | null {
  const waiting = queue.find(({ id }) => held.some(({ parked }) => parked.messageId === id))
  if (!waiting) return null
  const askers = held.filter(({ parked }) => parked.messageId === waiting.id)
  return { messageId: waiting.id, askers: askers.map(({ agent, parked }) => ({ agent, asked: parked })) }
}

export function askUser(agent: Agent, asked: Asked): Event {
  const { id, at, question, options, preferred } = asked
  return {
    type: "attention.raised",
    agentId: agent.id,
    item: { kind: "question", id, agentId: agent.id, at, tier: 1, question, options, preferred, batch: batchOf(asked) },
  }
}

function nextHolder(world: World, below: Agent): Agent | null {
  for (let id = below.parentId; id; ) {
    const above = findAgent(world, id)
    if (!above) return null
    if (canAnswer(world, above)) return above
    id = above.parentId
  }
  return null
}

function canAnswer(world: World, agent: Agent): boolean {
  const { standing, trouble, posture } = agent
  const isOpen = standing.kind === "open" || standing.kind === "done"
  return isOpen && !trouble && posture.runControl === "autonomous" && !breached(world, agent)
}

function asMessage(askers: readonly Asker[], id: MessageId) {
  const [{ agent, asked } = bug("nobody asks")] = askers
  const options = asked.options.map(({ label, detail }, at) => {
    const mark = at === asked.preferred ? " (it would pick this)" : ""
    return `${at + 1}. ${label}${detail === "" ? "" : `: ${detail}`}${mark}`
  })
  const output = [asked.question, ...options].join("\n")
  const names = [...new Set(askers.map((one) => one.agent.name))]
  const text = [
    headLine(names, asked.id),
    fenced({ output, fence: id, source: `a question of ${agent.name}`, agent: agent.name }),
  ].join("\n")
  const isTainted = askers.some((one) => one.agent.taintedAt !== null)
  return { text, from: agent.id, ...(isTainted ? { tainted: true } : {}) }
}

/** Whoever was held back and is let go on has its questions asked as if they were new: nobody could answer meanwhile. */
export function askedAnew(world: World, events: readonly Event[], moment: Moment): Event[] {
  return events.flatMap((event) => {
    const agent = event.type === "agent.moved" && event.standing.kind === "open" ? findAgent(world, event.agentId) : undefined
    if (!agent || !isHeldBack(agent)) return []
    const climbsAt = climbTime(world, moment)
    // What another assignment has dropped in the same step is not asked any more.
    const isLeft = (id: ItemId) => events.some((one) => one.type === "question.left" && one.itemId === id)
    const asking = agent.asking.filter(({ id }) => !isLeft(id))
    return asking.map((question): Event => {
      return { type: "question.parked", agentId: agent.id, question: { ...question, climbsAt } }
    })
  })
}

function climbTime({ settings }: World, { at }: Moment): Instant {
  return toInstant(fromInstant(at).add({ seconds: settings.limits.parentSeconds }))
}

/** Nobody above has answered in time. Whoever is held back asks nobody: that would set another going (hold all). */
export function decideClimb(world: World, agent: Agent, command: CommandOf<"question.climb">, moment: Moment): Decision {
  const parked = agent.asking.find(({ id }) => id === command.itemId)
  if (isHeldBack(agent)) return reject("stale", "It is held back, and asks when it goes on.")
  if (!parked || Date.parse(moment.at) < Date.parse(parked.climbsAt))
    return reject("stale", "It has been answered, or has time yet.")
  return accept(...climb(world, agent, parked, "Nobody answered in time.", moment))
}

export function climb(world: World, agent: Agent, parked: ParkedQuestion, note: string, moment: Moment): Event[] {
  return climbAll(world, [{ agent, parked }], note, moment)
}

/** Equal questions with the same holder. */
export function climbAll(world: World, all: readonly Held[], note: string, moment: Moment): Event[] {
  const askers = all.map(({ agent, parked: { holderId: _, climbsAt: __, messageId: ___, ...asked } }) => ({ agent, asked }))
  const holder = all[0] && findAgent(world, all[0].parked.holderId)
  return [
    ...all.map(({ agent, parked }) => left(agent, parked, "climbed", note)),
    ...(holder ? allAskUpwards(world, askers, holder, moment) : askers.map(({ agent, asked }) => askUser(agent, asked))),
  ]
}

/** The one it is with has answered, for all who asked it the same; the answer is a message from that agent, not from the user. */
export function answeredBy(world: World, holder: Agent, all: readonly Held[], answer: string, moment: Moment): Event[] {
  const note = answer.slice(0, 500).toWellFormed()
  return [
    ...all.map(({ agent, parked }) => left(agent, parked, "answered", note)),
    ...unneeded(world, holder, all),
    ...[...Map.groupBy(all, ({ agent }) => agent)].flatMap(([agent, own]) => {
      const text = `The answer of ${holder.name} to your question "${own[0]?.parked.question ?? ""}":\n${answer}`
      const asking = agent.asking.filter((one) => !own.some(({ parked }) => parked.id === one.id))
      return tellChild(world, { ...agent, asking }, holder, text, moment)
    }),
  ]
}

function left(agent: Agent, { id }: ParkedQuestion, outcome: "climbed" | "answered", note: string): Event {
  return { type: "question.left", agentId: agent.id, itemId: id, outcome, note }
}

/** Nobody has to read a question that is not open any more. One that others still ask stays, and is theirs from then on. */
export function unneeded(world: World, holder: Agent, gone: readonly Held[]): Event[] {
  return holder.queue.flatMap((message): Event[] => {
    const about = gone.find(({ parked }) => parked.messageId === message.id)
    if (!about) return []
    const others = alike(world, holder, about.parked).filter(
      ({ parked }) => parked.messageId === message.id && !gone.some((one) => one.parked.id === parked.id),
    )
    if (others.length === 0) return [{ type: "message.withdrawn", agentId: holder.id, messageId: message.id }]
    const { text } = asMessage(
      others.map(({ agent, parked }) => ({ agent, asked: parked })),
      message.id,
    )
    return [{ type: "message.edited", agentId: holder.id, messageId: message.id, text }]
  })
}

/** What one above says is an instruction as far as its own rights go: it comes from that agent, and lends none. */
export function tellChild(world: World, child: Agent, from: Agent, text: string, moment: Moment): Event[] {
  const id = moment.id("msg") as MessageId
  const sender = { from: from.id, ...(from.taintedAt === null ? {} : { tainted: true }) }
  const queued: Event = { type: "message.queued", agentId: child.id, messageId: id, text, delivery: "now", ...sender }
  if (child.turn || readsLater(world, child) !== null || child.trouble?.parked) return [queued]
  const opened = [
    ...moveTo(child, { kind: "open" }, `${from.name} spoke to it.`, from.id),
    // It is open again; an item that says otherwise would hold it up after this turn.
    ...settleItems(world, child, ["stuck"], "resumed", `${from.name} spoke to it.`),
  ]
  // With something to do and no turn left for it, it is stuck, and says so.
  if (!mayBeWoken(world, child)) return [...opened, queued]
  return [...opened, ...startTurn(world, child, [...child.queue, { id, text, ...sender }], moment)]
}

/** Why what one above says to it is not read now; a sentence for the one who says it. Null: nothing is in the way. */
export function readsLater(world: World, child: Agent): string | null {
  if (child.turn) return null
  if (isCrashed(child.standing))
    return "Kibitz stopped unexpectedly in its work again and again, so it reads this when the user lets it go on."
  if (isHeldBack(child)) return "The user holds it back, so it reads this when they let it go on."
  if (breached(world, child)) return "The money set aside for it is spent, so it reads this when the user raises the limit."
  if (child.standing.kind === "stuck" && !mayBeWoken(world, child))
    return "It has had as much as one assignment may take, so it reads this when the user lets it go on."
  return null
}

/** A question that is with an agent, and who asks it. */
export type Held = { readonly agent: Agent; readonly parked: ParkedQuestion }

/** Which agent below this one has asked it that. */
export function heldBy(world: World, holder: Agent, id: string): Held | null {
  return heldBelow(world, holder).find(({ parked }) => parked.id === (id as ItemId)) ?? null
}

/** All that are with this agent and ask the same. */
export function alike(world: World, holder: Agent, asked: Pick<Asked, "question" | "options">): readonly Held[] {
  const batch = batchOf(asked)
  return heldBelow(world, holder).filter(({ parked }) => batchOf(parked) === batch)
}

function heldBelow(world: World, holder: Agent): readonly Held[] {
  return subtree(world, holder.id).flatMap((agent) =>
    agent.asking.filter(({ holderId }) => holderId === holder.id).map((parked) => ({ agent, parked })),
  )
}
