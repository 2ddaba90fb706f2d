// Owns: what a kind of brief declares about itself. A turn is asked with a brief: who speaks, what the model sees, which tools there are, what
// a valid answer is, and what happens to it. The rules for turns ask the brief; they know no kind by name (ADR 23).
import type { Agent, CapabilityName, Event, EventOf, Json, KibitzNote, MessageId, ModelMode, Turn, World } from "@kibitz/contract"
import type { Moment } from "../kernel/outcome.ts"

/** As much of a zod schema as is used here. */
export type Schema<T> = {
  safeParse(
    value: unknown,
  ):
    | { readonly success: true; readonly data: T }
    | { readonly success: false; readonly error: { readonly issues: readonly Issue[] } }
}
export type Issue = { readonly path: readonly PropertyKey[]; readonly message: string }

/** A named text that a model is shown instead of the conversation. */
export type Exhibit = {
  readonly title: string
  readonly text: string
  /** Where it is from, when it comes from outside ("README.md", an address): it is fenced then. Left out: Kibitz's own words. */
  readonly source?: string
}

/** conversation: the agent's own, and `last` after it, which is not recorded. exhibits: these and the question, and nothing else. */
export type Sees =
  | { readonly from: "conversation"; readonly system: string; readonly last?: string }
  | { readonly from: "exhibits"; readonly system: string; readonly exhibits: readonly Exhibit[]; readonly ask: string }

/** all: everything the gate allows. A list can only take away from that. */
export type BriefTools = "all" | readonly CapabilityName[]

/** Why there is no answer, as a sentence for the user. */
export type Unanswered = { readonly why: "invalid" | "empty" | "declined"; readonly message: string }

export type ModelBrief<Input, Answer> = {
  readonly kind: string
  readonly input: Schema<Input>
  /** In whose name the model answers. Left out: the agent's own. */
  readonly speaker?: (input: Input) => string
  /** Which model answers, where it is not the agent's own. */
  readonly modelMode?: ModelMode
  /** Its exchange becomes part of the agent's conversation, and messages are taken at its steps. Left out: it is apart. */
  readonly joins?: true
  /** The message with which Kibitz begins; only of one that joins. */
  readonly opens?: (
    world: World,
    agent: Agent,
    input: Input,
    id: MessageId,
  ) => { readonly text: string; readonly note: KibitzNote }
  readonly sees: (world: World, agent: Agent, turn: Turn, input: Input) => Sees
  readonly tools: BriefTools
  /** free: the text itself. Otherwise JSON in the final text, which has to fit. */
  readonly answer: "free" | Schema<Answer>
  /** How often a reply that is no valid answer is sent back. Left out: never. */
  readonly retries?: number
  /** What comes of the answer. The turn is over; `agent` has none any more, and the reply is paid for in this world. */
  readonly onAnswer: (world: World, agent: Agent, turn: Turn, answer: Answer, moment: Moment) => readonly Event[]
  /** What comes of there being no answer, after the turn has failed. Left out: the agent is stuck, and a card says why. */
  readonly onFailure?: (world: World, agent: Agent, turn: Turn, failed: Unanswered, moment: Moment) => readonly Event[]
}

/** No model is asked: Kibitz makes the calls itself, one step after the other, and they pass the gate like any other. */
export type WorkBrief = {
  readonly kind: string
  readonly byKibitz: true
  readonly tools: readonly CapabilityName[]
  /** A call of the turn has ended: the next one, or what all of it amounts to. */
  readonly next: (world: World, agent: Agent, turn: Turn, ended: CallEnd, moment: Moment) => readonly Event[]
  /** Kibitz ended in the middle of it, and its calls are closed: it is cut off and begins again. */
  readonly again: (world: World, agent: Agent, turn: Turn, moment: Moment) => readonly Event[]
}

export type CallEnd = EventOf<"call.finished" | "call.blocked">

/** Of any kind, as the rules for turns see it. */
export type AnyModelBrief = ModelBrief<unknown, unknown>
export type AnyBrief = AnyModelBrief | WorkBrief

/** Checks the types of a kind, and forgets them: what is stored is checked by the schemas when it is used. */
export function defineBrief<Input = Json, Answer = string>(brief: ModelBrief<Input, Answer>): AnyModelBrief {
  return brief as unknown as AnyModelBrief
}

export function isByKibitz(brief: AnyBrief): brief is WorkBrief {
  return "byKibitz" in brief
}

/** Whether a reply with these calls can be an answer at all. */
export function hasNoTools({ tools }: AnyBrief): boolean {
  return tools !== "all" && tools.length === 0
}
