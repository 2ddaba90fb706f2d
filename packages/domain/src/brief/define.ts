// Owns: what a kind of brief declares about itself. A turn is asked with a brief: who speaks, what the model sees, which tools there are, what
// a valid answer is, and what happens to it. The rules for turns ask the brief; they know no kind by name (ADR 23).
import type {
  Agent,
  AgentId,
  CallId,
  CapabilityName,
  Event,
  EventOf,
  Json,
  KibitzNote,
  MessageId,
  ModelMode,
  Turn,
  TurnCause,
  World,
} from "@kibitz/contract"
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
  /** Why such a turn begins. Left out: "asked". */
  readonly cause?: (input: Input) => TurnCause
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

/** A turn without a model, as its kind sees it. `found`: what each call so far has shown. */
export type Work<Input, Finding> = { readonly turn: Turn; readonly input: Input; readonly found: readonly Finding[] }

/** `id`: left out, the call gets one. */
export type WorkCall = { readonly id?: CallId; readonly capability: CapabilityName; readonly input: Json }

/** No model is asked: Kibitz makes the calls itself, one after the other, and they pass the gate like any other. */
export type WorkBrief<Input, Finding> = {
  readonly kind: string
  readonly byKibitz: true
  readonly input: Schema<Input>
  /** Why such a turn begins. Left out: "asked". */
  readonly cause?: (input: Input) => TurnCause
  readonly tools: readonly CapabilityName[]
  /** The first call, and the next one whenever one has ended. null: the work is done. */
  readonly next: (world: World, agent: Agent, work: Work<Input, Finding>) => WorkCall | null
  readonly finding: Schema<Finding>
  /** What a call has shown that has just ended. It is kept with the turn. */
  readonly find: (work: Work<Input, Finding>, ended: CallEnd) => Finding
  /** What comes of all that was found. The turn is over; `agent` has none any more. */
  readonly onAnswer: (world: World, agent: Agent, work: Work<Input, Finding>, moment: Moment) => readonly Event[]
  /** Kibitz ended in the middle of it: the turn is cut off, and another one begins with this input. Left out: with the same. */
  readonly again?: (world: World, agent: Agent, work: Work<Input, Finding>, moment: Moment) => Input
  readonly tells?: WorkFacts<Input, Finding>
}

/** Events of the kind's own, for its lines in the transcript and the audit log. They are recorded beside those of the turn. */
export type WorkFacts<Input, Finding> = {
  readonly begun?: (agentId: AgentId, work: Work<Input, Finding>) => Event
  /** In place of turn.found: folding it adds the finding to the turn. */
  readonly found?: (agentId: AgentId, work: Work<Input, Finding>, finding: Finding) => Event
  readonly cutOff?: (agentId: AgentId, work: Work<Input, Finding>) => Event
  readonly ended?: (agentId: AgentId, work: Work<Input, Finding>) => Event
}

export type CallEnd = EventOf<"call.finished" | "call.blocked">

/** Of any kind, as the rules for turns see it. */
export type AnyModelBrief = ModelBrief<unknown, unknown>
export type AnyWorkBrief = WorkBrief<unknown, Json>
export type AnyBrief = AnyModelBrief | AnyWorkBrief

/** Checks the types of a kind, and forgets them: what is stored is checked by the schemas when it is used. */
export function defineBrief<Input = Json, Answer = string>(brief: ModelBrief<Input, Answer>): AnyModelBrief {
  return brief as unknown as AnyModelBrief
}

/** The same for a kind without a model. */
export function defineWork<Input, Finding extends Json>(brief: WorkBrief<Input, Finding>): AnyWorkBrief {
  return brief as unknown as AnyWorkBrief
}

export function isByKibitz(brief: AnyBrief): brief is AnyWorkBrief {
  return "byKibitz" in brief
}

/** Whether a reply with these calls can be an answer at all. */
export function hasNoTools({ tools }: AnyBrief): boolean {
  return tools !== "all" && tools.length === 0
}
