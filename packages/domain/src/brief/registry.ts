// Owns: the table of all kinds of brief. Kinds are registered once, when the rules are put together; a test may add one of its own.
import type { AskedBrief, Brief, CapabilityName, Json, Turn, TurnCause } from "@kibitz/contract"
import { bug } from "../kernel/outcome.ts"
import { type AnyBrief, type AnyModelBrief, type AnyWorkBrief, isByKibitz, type Schema, type Work } from "./define.ts"

const kinds = new Map<string, AnyBrief>()

/** Returns a function that takes it out again. */
export function registerBrief(brief: AnyBrief): () => void {
  if (kinds.has(brief.kind)) bug(`two kinds of brief are called ${brief.kind}`)
  kinds.set(brief.kind, brief)
  return () => kinds.delete(brief.kind)
}

/** undefined: this version of Kibitz does not know it. */
export function briefNamed(kind: string): AnyBrief | undefined {
  return kinds.get(kind)
}

export function knownBriefs(): readonly string[] {
  return [...kinds.keys()]
}

/** The brief of a turn in which a model speaks; undefined: this version does not know it. */
export function modelBriefOf({ brief }: Pick<Turn, "brief">): AnyModelBrief | undefined {
  const known = kinds.get(brief.kind)
  return known && !isByKibitz(known) ? known : undefined
}

/** The brief of a turn in which Kibitz works itself; undefined: a model speaks in it, or this version does not know it. */
export function workBriefOf({ brief }: { readonly brief: Brief }): AnyWorkBrief | undefined {
  const known = kinds.get(brief.kind)
  return known && isByKibitz(known) ? known : undefined
}

/** The turn as its kind sees it. */
export function workOf(brief: AnyWorkBrief, turn: Turn): Work<unknown, Json> {
  const found = (turn.found ?? []).map((finding) => fitting(brief.finding, finding, `a finding of a ${brief.kind} brief`))
  return { turn, input: inputOf(brief, turn.brief), found }
}

/** Why a turn with this brief begins. */
export function causeOf(brief: Brief): TurnCause {
  const known = kinds.get(brief.kind) ?? bug(`there is no brief called ${brief.kind}`)
  return known.cause?.(inputOf(known, brief)) ?? "asked"
}

/** As a turn carries it. The kind is known and the input fits. */
export function asAsked({ kind, input }: Brief): AskedBrief {
  const known = kinds.get(kind) ?? bug(`there is no brief called ${kind}`)
  if (isByKibitz(known)) return { kind, input, byKibitz: true }
  const speaker = known.speaker?.(inputOf(known, { kind, input }))
  return { kind, input, ...(speaker === undefined ? {} : { speaker }), ...(known.joins ? {} : { apart: true }) }
}

/** Checked again with every use: the journal outlives the code. */
export function inputOf(brief: AnyBrief, { kind, input }: Brief): unknown {
  return fitting(brief.input, input, `the input of a ${kind} brief`)
}

function fitting<T>(schema: Schema<T>, value: unknown, what: string): T {
  const read = schema.safeParse(value)
  return read.success ? read.data : bug(`${what} does not fit: ${read.error.issues[0]?.message}`)
}

/** Which capabilities the turn's brief leaves to the gate; null: all. A kind that is not known leaves none. */
export function toolsOf(turn: Pick<Turn, "brief"> | null): readonly CapabilityName[] | null {
  if (!turn) return null
  const tools = kinds.get(turn.brief.kind)?.tools ?? []
  return tools === "all" ? null : tools
}
