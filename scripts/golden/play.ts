// Owns: a session on the real host, in rehearsal, that makes as many kinds of events as can be had without waiting for a clock or a crash.
import { execFileSync } from "node:child_process"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { AttentionItem, ClientCommandInput, Event, WireMessage } from "@kibitz/contract"
import { type Host, openHost } from "@kibitz/host"
import { untilFact } from "@kibitz/testkit"
import { root } from "../setup/paths.mjs"

export type Place = { readonly dataDir: string; readonly workspace: string }

type Line = {
  readonly events: Event[]
  /** Gives the rejection back, for commands that may come too late. */
  say(command: ClientCommandInput): Promise<WireMessage>
  must(command: ClientCommandInput): Promise<void>
  seen(type: Event["type"], count?: number): Promise<unknown>
  item<Kind extends AttentionItem["kind"]>(kind: Kind): Promise<AttentionItem & { kind: Kind }>
}

export async function play(place: Place): Promise<void> {
  prepareProject(place.workspace)
  await inHost(place, "0", talk)
  await inHost(place, "1", interrupt)
  await inHost(place, "0", decide)
  await inHost(place, "0", lead)
}

function prepareProject(workspace: string): void {
  mkdirSync(join(workspace, "old"), { recursive: true })
  writeFileSync(join(workspace, "README.md"), "# Shop\n\nA small shop.\n")
  writeFileSync(join(workspace, "old", "notes.txt"), "to be deleted\n")
  const git = (...args: readonly string[]) => execFileSync("git", args, { cwd: workspace, stdio: "ignore" })
  git("init", "-q", "-b", "main")
  git("add", ".")
  git("-c", "user.name=Golden", "-c", "user.email=golden@example.com", "commit", "-q", "-m", "A shop")
}

/** `pace`: at 0 a reply is there at once; at 1 it takes as long as a model would. */
async function inHost({ dataDir, workspace }: Place, pace: string, part: (line: Line) => Promise<void>): Promise<void> {
  const resourcesDir = join(root, "resources")
  const environment = { KIBITZ_REHEARSAL_PACE: pace }
  const host = await openHost({ dataDir, workspace, resourcesDir, version: "golden", environment })
  try {
    await part(await lineTo(host))
  } finally {
    await host.close()
  }
}

async function lineTo(host: Host): Promise<Line> {
  const answers = new Map<string, WireMessage>()
  const events: Event[] = []
  const items = new Map<string, AttentionItem>()
  const used = new Set<string>()
  let asked = 0
  const connection = host.connect("desktop", (message) => {
    if ("id" in message) answers.set(String(message.id), message)
    if (message.type !== "envelope") return
    for (const { event } of message.events) {
      events.push(event)
      if (event.type === "attention.raised") items.set(event.item.id, event.item)
      if (event.type === "attention.resolved") items.delete(event.itemId)
    }
  })
  const answerTo = (id: string) => untilFact(`${id} is answered`, () => answers.get(id))
  const say = (command: ClientCommandInput) => {
    const id = `c${++asked}`
    connection.receive({ type: "dispatch", id, command })
    return answerTo(id)
  }
  connection.receive({ type: "subscribe", id: "world", channel: { kind: "world" } })
  await answerTo("world")
  const count = (type: Event["type"]) => events.filter((event) => event.type === type).length
  return {
    events,
    say,
    async must(command) {
      const answer = await say(command)
      if (answer.type === "refused") throw new Error(`${command.type} was refused: ${answer.rejection.message}`)
    },
    seen: (type, many = 1) => untilFact(`${many} of ${type}`, () => count(type) >= many),
    async item(kind) {
      const isFresh = (item: AttentionItem) => item.kind === kind && !used.has(item.id)
      const found = await untilFact(`an item ${kind}`, () => [...items.values()].find(isFresh))
      used.add(found.id)
      return found as AttentionItem & { kind: typeof kind }
    },
  }
}

const jake = "jake"

/** Talking to one agent; settings and presence. */
async function talk({ must, seen, events }: Line): Promise<void> {
  const finished = () => events.filter(({ type }) => type === "turn.finished").length
  const tell = async (text: string) => {
    const before = finished()
    await must({ type: "message.send", agentId: jake, text })
    await seen("turn.finished", before + 1)
  }
  await must({ type: "presence.join", agentId: jake, pane: "main" })
  await must({ type: "focus.set", window: true, pane: "main" })
  await tell("hello")
  await tell("rehearse: missing file")
  await tell("rehearse: thinking")
  await tell("rehearse: three calls")
  await must({ type: "result.rate", agentId: jake, stars: 4, note: "good" })
  await must({ type: "slash.run", agentId: jake, line: "/help" })
  await must({ type: "settings.change", patch: { theme: "dark" } })
  await must({ type: "agent.rename", agentId: jake, name: "Jacob" })
  await must({ type: "agent.set-budget", agentId: jake, limitUsd: 25 })
  await must({ type: "agent.configure", agentId: jake, whenDone: "wait", mayKnock: true })
  await must({ type: "agent.choose-model", agentId: jake, model: "claude-sonnet-5-5" })
  await must({ type: "agent.choose-model", agentId: jake, model: null })
  await must({ type: "consent.set", agentId: jake, given: true })
  await must({ type: "room.tidy", agentId: jake })
  await must({ type: "attention.quiet", minutes: 30 })
  await must({ type: "attention.quiet", minutes: 0 })
  await must({ type: "sandbox.probe" })
  await must({ type: "audit.verify" })
  // Approvals are bound to it: one that was asked for before it is known would be asked for again.
  await seen("workspace.head-recorded")
  await must({ type: "message.send", agentId: jake, text: "rehearse: billing" })
  await seen("turn.failed")
  await must({ type: "presence.leave", pane: "main" })
}

/** Messages that wait, are changed, taken back and sent at once while a reply is being written; then it is stopped. */
async function interrupt({ must, seen }: Line): Promise<void> {
  await must({ type: "message.send", agentId: jake, text: "rehearse: slow" })
  await seen("turn.started")
  for (const [messageId, text] of [
    ["m_edited", "one"],
    ["m_gone", "two"],
    ["m_now", "three"],
  ] as const)
    await must({ type: "message.send", agentId: jake, messageId, text })
  await must({ type: "message.edit", agentId: jake, messageId: "m_edited", text: "one, changed" })
  await must({ type: "message.withdraw", agentId: jake, messageId: "m_gone" })
  await must({ type: "message.release", agentId: jake, messageId: "m_now" })
  await must({ type: "posture.change", agentId: jake, changes: { modelMode: "deep" }, when: "after-current-unit" })
  await must({ type: "posture.cancel-steer", agentId: jake })
  await must({ type: "agent.halt", agentId: jake, how: "stop" })
  await seen("turn.interrupted")
}

/** What the gate asks about, and what the user answers. */
async function decide({ must, item, seen }: Line): Promise<void> {
  await must({ type: "presence.join", agentId: jake, pane: "main" })
  await must({ type: "posture.change", agentId: jake, changes: { phase: "execution" }, confirm: "execution" })
  await must({ type: "posture.change", agentId: jake, changes: { permissionProfile: "restricted" } })
  await must({ type: "message.send", agentId: jake, text: "rehearse: gate write" })
  const write = await item("approval")
  const shown = ({ id, hash }: { readonly id: string; readonly hash: string }) => ({ id, hash })
  const [pattern] = write.patterns
  if (!pattern) throw new Error("the request to write offers nothing to remember")
  await must({ type: "attention.snooze", itemId: write.id, until: 10 })
  await must({ type: "attention.snooze", itemId: write.id, until: null })
  await must({
    type: "approval.answer",
    items: [shown(write)],
    decision: { kind: "lease", pattern, agentId: jake, uses: 1, minutes: 5 },
  })
  await seen("turn.finished")
  await must({ type: "message.send", agentId: jake, text: "rehearse: gate question" })
  const question = await item("question")
  await must({ type: "question.answer", itemId: question.id, text: "The first one." })
  await seen("turn.finished", 2)
  await must({ type: "message.send", agentId: jake, text: "rehearse: gate delete" })
  const deletion = await item("approval")
  await must({ type: "approval.arm", item: shown(deletion) })
  await must({ type: "approval.answer", items: [shown(deletion)], decision: { kind: "deny", why: "not now" } })
  await seen("turn.finished", 3)
  await must({ type: "message.send", agentId: jake, text: "rehearse: gate knock" })
  const knock = await item("knock")
  await must({ type: "knock.answer", itemId: knock.id, answer: "not-now" })
}

/** A team. */
async function lead({ must, events }: Line): Promise<void> {
  await must({ type: "agent.spawn", parentId: jake, name: "Rosa", assignment: "Say hello." })
  const founded = events.findLast((event) => event.type === "agent.founded")
  if (founded?.type !== "agent.founded") throw new Error("nobody was founded")
  await must({ type: "agent.redirect", agentId: founded.agentId, assignment: "Say good bye." })
  await must({ type: "agent.halt", agentId: jake, how: "pause", scope: "all" })
}
