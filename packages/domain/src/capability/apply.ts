// Owns: what the agent's own capabilities do: they change Kibitz and nothing else, so the change and its result are one transaction.
import {
  type Agent,
  type Call,
  type CallResult,
  type CommandOf,
  capabilities,
  type Event,
  freshRun,
  type ItemId,
  type MessageId,
  type World,
} from "@kibitz/contract"
import { spawn } from "../agent/decide.ts"
import { dismissing, redirecting } from "../agent/lifecycle.ts"
import { finishing } from "../call/decide.ts"
import { fenced } from "../gate/fence.ts"
import { accept, type Decision, type Moment, reject } from "../kernel/outcome.ts"
import { evolveMessages } from "../message/evolve.ts"
import { hasRoomForAgents } from "../message/from-agents.ts"
import { tellParent } from "../message/report-up.ts"
import { type Asked, alike, answeredBy, askUpwards, askUser, climbAll, heldBy, readsLater, tellChild } from "../question/climb.ts"
import { findAgent } from "../team/agents.ts"
import { subtree } from "../team/subtree.ts"

/** Once is heard; a second knock beside the first tells nobody more. */
const KNOCKS_WAITING = 1
const OPEN_QUESTIONS = 20
const COMMITMENTS = 50

type Applied = { readonly ok: boolean; readonly said: string; readonly events: readonly Event[] }

export function decideApply(world: World, agent: Agent, command: CommandOf<"call.apply">, moment: Moment): Decision {
  const { turn } = agent
  const call = turn?.id === command.turnId ? turn.calls.find(({ id }) => id === command.callId) : undefined
  if (!turn || call?.status !== "allowed") return reject("stale", "That call is over.")
  const { ok, said, events } = apply(world, agent, call, moment)
  const result: CallResult = { ok, output: said, bytes: said.length, durationMs: 0 }
  return accept(...events, ...finishing(world, withQueueAfter(agent, events, moment), turn, call, result, moment.at))
}

/** What the call itself has taken back or put differently is not read as it was. */
function withQueueAfter(agent: Agent, events: readonly Event[], { at }: Moment): Agent {
  return events.reduce((before, event) => {
    const isOwn = (event.type === "message.withdrawn" || event.type === "message.edited") && event.agentId === agent.id
    return isOwn ? evolveMessages(before, event, at) : before
  }, agent)
}

function apply(world: World, agent: Agent, call: Call, moment: Moment): Applied {
  switch (call.capability) {
    case "spawn_agent":
      return spawnChild(world, agent, call, moment)
    case "ask_user":
      return ask(world, agent, call, moment)
    case "knock":
      return knock(world, agent, call, moment)
    case "message_agent":
      return message(world, agent, call, moment)
    case "redirect_agent":
      return redirect(world, agent, call, moment)
    case "dismiss_agent":
      return dismiss(world, agent, call, moment)
    case "answer_child":
      return answerChild(world, agent, call, moment)
    case "report_progress": {
      const input = capabilities.report_progress.input.parse(call.input)
      const { percent, note = "", milestone = false } = input
      return done("Noted.", { type: "agent.progressed", agentId: agent.id, percent, note, milestone })
    }
    case "add_commitment": {
      const { command, timeoutSeconds = 120 } = capabilities.add_commitment.input.parse(call.input)
      if (agent.commitments.length >= COMMITMENTS) return failed(`You have ${COMMITMENTS} commitments already; that is the most.`)
      const commitment = { callId: call.id, command, timeoutSeconds }
      return done("Promised. Kibitz will run it before your work counts as done.", {
        type: "commitment.added",
        agentId: agent.id,
        commitment,
      })
    }
    default:
      return failed(`${call.capability} is not carried out here.`)
  }
}

function spawnChild(world: World, agent: Agent, call: Call, moment: Moment): Applied {
  const wish = capabilities.spawn_agent.input.parse(call.input)
  const spawned = spawn(world, agent, { ...wish, callId: call.id }, moment)
  if ("refusal" in spawned) return failed(spawned.refusal)
  const { child, events } = spawned
  const said = `${child.name} (${child.id}) has started and works on its own. Its result comes to you as a message.`
  return { ok: true, said, events }
}

function ask(world: World, agent: Agent, call: Call, moment: Moment): Applied {
  const { question, options = [], preferred, ask: whom = "user" } = capabilities.ask_user.input.parse(call.input)
  const mine = agent.items.flatMap((id) => {
    const item = world.attention[id]
    return item?.kind === "question" ? [item] : []
  })
  const open = [...mine, ...agent.asking]
  if (open.length >= OPEN_QUESTIONS) return failed(`${OPEN_QUESTIONS} of your questions are waiting already. Go on without.`)
  if (open.some((one) => one.question === question)) {
    return { ok: true, said: "You have asked that already; it is waiting for an answer.", events: [] }
  }
  const asked: Asked = {
    id: moment.id("item") as ItemId,
    at: moment.at,
    question,
    options: options.map(({ label, detail = "" }) => ({ label, detail })),
    preferred: preferred !== undefined && preferred < options.length ? preferred : null,
  }
  const events = whom === "parent" ? askUpwards(world, agent, asked, agent, moment) : [askUser(agent, asked)]
  const parked = events.find((event) => event.type === "question.parked")
  const holder = parked ? findAgent(world, parked.question.holderId)?.name : null
  return {
    ok: true,
    said: `Your question is with ${holder ?? "the user"}. Go on with what is not blocked; the answer comes as a message.`,
    events,
  }
}

function knock(world: World, agent: Agent, call: Call, moment: Moment): Applied {
  const { reason } = capabilities.knock.input.parse(call.input)
  if (world.settings.attention.knock === "nobody")
    return failed("The user does not want to be knocked for at all. Go on alone, or ask with ask_user.")
  if (agent.silenced) return failed("The user does not want to be knocked for by you. Go on alone, or ask with ask_user.")
  if (agent.knockAfter !== null && Date.parse(moment.at) < Date.parse(agent.knockAfter)) {
    return failed("The user declined not long ago. Go on alone, or ask with ask_user.")
  }
  const waiting = agent.items.filter((id) => world.attention[id]?.kind === "knock")
  if (waiting.length >= KNOCKS_WAITING) return failed("You have knocked already. Go on with what is not blocked.")
  const opensTab = mayOpenTab(world, agent)
  return done("You have knocked. Go on; the user comes when they can.", {
    type: "attention.raised",
    agentId: agent.id,
    item: {
      kind: "knock",
      id: moment.id("item") as ItemId,
      agentId: agent.id,
      at: moment.at,
      tier: 3,
      reason,
      ...(opensTab ? { opensTab } : {}),
    },
  })
}

/** Standing consent is given per room: for an agent and all below it (OPM-10). */
function mayOpenTab(world: World, agent: Agent): boolean {
  for (let above: Agent | undefined = agent; above; above = above.parentId ? findAgent(world, above.parentId) : undefined) {
    if (world.consents.includes(above.id)) return true
  }
  return false
}

function message(world: World, agent: Agent, call: Call, moment: Moment): Applied {
  const { to, text } = capabilities.message_agent.input.parse(call.input)
  const parent = agent.parentId ? findAgent(world, agent.parentId) : undefined
  if (parent && (to.toLowerCase() === "parent" || to === parent.name)) {
    if (parent.standing.kind === "dismissed") return failed(`${parent.name} is gone.`)
    const id = moment.id("msg") as MessageId
    const report = `${agent.name} tells you:\n${fenced({ output: text, fence: id, source: `a message of ${agent.name}`, agent: agent.name })}`
    const tainted = agent.taintedAt === null ? {} : { tainted: true }
    return done(`${parent.name} has it.`, ...tellParent(world, parent, { id, text: report, from: agent.id, ...tainted }, moment))
  }
  const child = childNamed(world, agent, to)
  if (!child) return nobody(world, agent, to)
  if (!hasRoomForAgents(child.queue, text))
    return failed(`${child.name} has too much waiting already. Wait until it has taken some of it.`)
  return done(
    andLater(`${child.name} has it.`, readsLater(world, child)),
    ...tellChild(world, child, agent, `${agent.name}, whom you work for, says:\n${text}`, moment),
  )
}

function redirect(world: World, agent: Agent, call: Call, moment: Moment): Applied {
  const { agent: name, assignment } = capabilities.redirect_agent.input.parse(call.input)
  const child = childNamed(world, agent, name)
  if (!child) return nobody(world, agent, name)
  // Another assignment is a beginning: what it had of the last one does not count.
  const later = readsLater(world, { ...child, run: freshRun })
  return done(
    andLater(`${child.name} has its new assignment.`, later),
    ...redirecting(world, child, assignment, agent.id, moment),
  )
}

function andLater(said: string, later: string | null): string {
  return later === null ? said : `${said} ${later}`
}

function dismiss(world: World, agent: Agent, call: Call, moment: Moment): Applied {
  const { agent: name } = capabilities.dismiss_agent.input.parse(call.input)
  const child = childNamed(world, agent, name)
  if (!child) return nobody(world, agent, name)
  // Only the user ends a visit of theirs (OPM-3), also one to somebody further down.
  const visited = subtree(world, child.id).find(({ presence }) => presence)
  if (visited) return failed(`The user is with ${visited.name} just now, so ${child.name} stays.`)
  return done(`${child.name} is dismissed.`, ...dismissing(world, child, `${agent.name} dismissed it.`, moment))
}

function answerChild(world: World, agent: Agent, call: Call, moment: Moment): Applied {
  const { question, answer, dontKnow = false } = capabilities.answer_child.input.parse(call.input)
  const held = heldBy(world, agent, question)
  if (!held) return failed(`Nobody below you waits for an answer to ${question} any more.`)
  const all = alike(world, agent, held.parked)
  if (dontKnow || answer === undefined) {
    if (!dontKnow) return failed("Give an answer, or set dontKnow.")
    return done("It goes on to the next above you.", ...climbAll(world, all, `${agent.name} does not know.`, moment))
  }
  const names = [...new Set(all.map((one) => one.agent.name))]
  const have = names.length === 1 ? "has" : "have"
  return done(`${names.join(", ")} ${have} your answer.`, ...answeredBy(world, agent, all, answer, moment))
}

function childNamed(world: World, { childIds }: Agent, name: string): Agent | undefined {
  const wanted = name.toLowerCase()
  for (const id of childIds) {
    const child = findAgent(world, id)
    if (child && child.standing.kind !== "dismissed" && child.name.toLowerCase() === wanted) return child
  }
  return undefined
}

function nobody(world: World, { childIds }: Agent, name: string): Applied {
  const names = childIds.flatMap((id) => {
    const child = findAgent(world, id)
    return child && child.standing.kind !== "dismissed" ? [child.name] : []
  })
  return failed(`No child of yours is called ${name}.${names.length > 0 ? ` Yours are: ${names.slice(0, 20).join(", ")}.` : ""}`)
}

function done(said: string, ...events: readonly Event[]): Applied {
  return { ok: true, said, events }
}

function failed(said: string): Applied {
  return { ok: false, said, events: [] }
}
