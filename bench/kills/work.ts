// Owns: what the agents are told between two kills, and what the client remembers of it: every message has an id of its own, one that was not
// acknowledged is sent again after the next start, and so are some that were.
import type { AgentId, MessageId, WorldSnapshot } from "@kibitz/contract"
import type { HostProgram } from "../host-program.ts"
import type { Chance } from "./chance.ts"
import type { Ack } from "./check.ts"

type Message = { readonly agentId: AgentId; readonly messageId: MessageId; readonly text: string }

const words = [
  "rehearse: ten reads",
  "rehearse: ten reads",
  "rehearse: three calls",
  "rehearse: stream 100 tokens at 100 a second",
  "rehearse: stream 100 tokens at 100 a second",
  "rehearse: stream 100 tokens at 100 a second",
  "rehearse: overloaded",
  "rehearse: run seq 1 500; cat README.md",
  "rehearse: run cat README.md | wc -l; sleep 0.3",
  // Somebody who is not told of the kill: in a session of its own, without a terminal.
  "rehearse: run (setsid nohup sleep 607 >/dev/null 2>&1 &); echo begun; sleep 4",
  "rehearse: run echo begun; sleep 8",
]
/** One of them starts agents of its own. */
const spawning = "rehearse: constellation of 2, 1 s"

const MESSAGES = 25
const SENT_TWICE = 5
/** An agent that has more to read than that is left alone: its queue is not to overflow. */
const LONGEST_QUEUE = 4

export type Client = ReturnType<typeof client>

export function client(chance: Chance) {
  const unanswered = new Map<string, Message>()
  const answered: Message[] = []
  let sent = 0

  function send(host: HostProgram, message: Message, acks: Ack[]): void {
    unanswered.set(message.messageId, message)
    void host.dispatch({ type: "message.send", ...message }).then((answer) => {
      // Refused is answered, too: it is not to be in the journal by this, and is not sent again.
      if (!unanswered.delete(message.messageId) || answer.type !== "accepted") return
      answered.push(message)
      acks.push({ seq: answer.seq, agentId: message.agentId, messageId: message.messageId })
    })
  }

  function sendAgain(host: HostProgram, acks: Ack[]): void {
    for (const message of [...unanswered.values()]) send(host, message, acks)
    if (answered.length > 0) for (let at = 0; at < SENT_TWICE; at += 1) send(host, chance.pick(answered), acks)
  }

  return {
    /** Accepted commands are added to `acks` as they are answered. */
    work(host: HostProgram, world: WorldSnapshot, acks: Ack[]): void {
      sendAgain(host, acks)
      const free = Object.values(world.agents).filter(
        ({ queue, standing }) => queue.length < LONGEST_QUEUE && standing.kind !== "dismissed",
      )
      for (let at = 0; at < MESSAGES && free.length > 0; at += 1) {
        const { id: agentId } = chance.pick(free)
        const messageId = `told-${++sent}` as MessageId
        send(host, { agentId, messageId, text: chance.next() < 0.01 ? spawning : chance.pick(words) }, acks)
      }
      const spawn = { type: "agent.spawn", parentId: "jake", assignment: chance.pick(words), whenDone: "dismiss" } as const
      void host.dispatch(spawn).then((answer) => answer.type === "accepted" && acks.push({ seq: answer.seq }))
    },
    sendAgain,
    unanswered: () => unanswered.size,
    sent: () => sent,
  }
}
