// Owns: when a host is killed: in the middle of its start, right after its first answer, at a random moment of its work, just after something was
// recorded, and while a command's sandbox is being made.
import type { Event, WireMessage } from "@kibitz/contract"
import type { HostProgram } from "../host-program.ts"
import type { Chance } from "./chance.ts"

export type Moment =
  | { readonly after: "start" | "answer"; readonly ms: number }
  | { readonly after: Event["type"]; readonly count: number; readonly ms: number }

const recorded: readonly Event["type"][] = [
  "turn.started",
  "turn.replied",
  "turn.delayed",
  "turn.step-retried",
  "turn.finished",
  "message.queued",
  "message.delivered",
  "call.finished",
  "agent.founded",
]
/** An event that does not come is not waited for longer. */
const LONGEST_MS = 2_000

export function chooseMoment(chance: Chance): Moment {
  const kind = chance.next()
  if (kind < 0.2) return { after: "start", ms: chance.between(50, 1_200) }
  // Kibitz looks at its machine then, and founds its first sandbox to see whether it can.
  if (kind < 0.3) return { after: "answer", ms: chance.between(0, 150) }
  if (kind < 0.6) return { after: "answer", ms: chance.between(50, LONGEST_MS) }
  // From the permission on it takes a few milliseconds until the command's sandbox is there.
  if (kind < 0.75) return { after: "call.allowed", count: Math.ceil(chance.next() * 3), ms: chance.between(0, 40) }
  return { after: chance.pick(recorded), count: Math.ceil(chance.next() * 12), ms: chance.between(0, 5) }
}

export function describeMoment(moment: Moment): string {
  const count = "count" in moment ? `${moment.count} × ` : ""
  return `${moment.ms.toFixed(0)} ms after ${count}${moment.after}`
}

/** Kills when the moment has come; `answered` says that the first answer is there. */
export function killAt(host: HostProgram, moment: Moment): { answered(): void } {
  const timers: NodeJS.Timeout[] = []
  const killAfter = (ms: number) => void timers.push(setTimeout(() => host.child.kill("SIGKILL"), ms))
  void host.exit.then(() => timers.map(clearTimeout))
  if (moment.after === "start") killAfter(moment.ms)
  let left = "count" in moment ? moment.count : Number.POSITIVE_INFINITY
  host.heard((message: WireMessage) => {
    if (message.type !== "envelope" || left <= 0) return
    left -= message.events.filter(({ event }) => isIt(event, moment)).length
    if (left <= 0) killAfter(moment.ms)
  })
  return {
    answered() {
      if (moment.after === "answer") killAfter(moment.ms)
      else if (moment.after !== "start") killAfter(LONGEST_MS)
    },
  }
}

function isIt(event: Event, { after }: Moment): boolean {
  // A read needs no sandbox.
  return event.type === after && (event.type !== "call.allowed" || event.capability === "bash")
}
