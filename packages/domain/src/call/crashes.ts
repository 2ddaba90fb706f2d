// Owns: how often Kibitz has ended unexpectedly in the middle of the same (F34): the same call, whichever turn makes it, or one reply. What came
// through is forgotten, and a word of the user's is a new beginning (run). Does not own: what becomes of an agent then (given-up).
import type { Agent, Call, Event, EventOf, Run, Turn, World } from "@kibitz/contract"
import { allAgents } from "../team/agents.ts"
import { isRunning } from "../team/running.ts"
import { fingerprintOf } from "./fingerprint.ts"

/** So often may be chance, or another's doing; then nobody takes it up but by the user's word. */
export const MOST_CRASHES = 3

const REPLY = "reply"

/** `call` null: its model answers. */
type UnderWay = { readonly name: string; readonly call: Call | null }

/** What of a turn runs at this moment. What waits, for the user, the provider or its turn to run, can bring nothing down. */
function underWay({ status, calls }: Turn): readonly UnderWay[] {
  if (status.kind === "asking") return [{ name: REPLY, call: null }]
  if (status.kind !== "calling") return []
  return calls.flatMap((call) => (isRunning(call) ? [{ name: printOf(call), call }] : []))
}

function printOf({ capability, input }: Call): string {
  return fingerprintOf([{ name: capability, input }])
}

/** Kibitz closes: what breaks off by that has brought nothing down. */
export function setAside(world: World): Event[] {
  return allAgents(world).flatMap(({ id: agentId, turn }): Event[] =>
    turn && underWay(turn).length > 0 ? [{ type: "turn.set-aside", agentId, turnId: turn.id }] : [],
  )
}

/** What to count. Nothing: none of it was under way, or Kibitz was closed as one closes a program. */
export function crashOf({ id: agentId }: Agent, turn: Turn): EventOf<"turn.crashed">[] {
  const during = turn.setAside ? [] : [...new Set(underWay(turn).map(({ name }) => name))]
  return during.length === 0 ? [] : [{ type: "turn.crashed", agentId, turnId: turn.id, during }]
}

/** What was under way once too often, this time counted. */
export function culpritOf({ run }: Agent, turn: Turn): UnderWay | null {
  if (turn.setAside) return null
  return underWay(turn).find(({ name }) => countOf(run, name) + 1 >= MOST_CRASHES) ?? null
}

function countOf({ crashes }: Run, name: string): number {
  return crashes && Object.hasOwn(crashes, name) ? (crashes[name] ?? 0) : 0
}

/** By what name it was counted; undefined: Kibitz has not ended in the middle of it. */
export function survivedBy({ run }: Agent, call: Call): string | undefined {
  const name = run.crashes ? printOf(call) : ""
  return countOf(run, name) > 0 ? name : undefined
}

export function crashed(run: Run, { during }: EventOf<"turn.crashed">): Run {
  return { ...run, crashes: { ...run.crashes, ...Object.fromEntries(during.map((name) => [name, countOf(run, name) + 1])) } }
}

/** This came through. */
export function survived(run: Run, name: string = REPLY): Run {
  if (countOf(run, name) === 0) return run
  const { crashes: { [name]: _over, ...left } = {}, ...rest } = run
  return Object.keys(left).length === 0 ? rest : { ...rest, crashes: left }
}
