import { z } from "zod"
import { AnswerSentBack, WorkCutOff, WorkFound } from "../brief/events.ts"
import { Apart, AskedBrief } from "../brief/state.ts"
import { Reply } from "../content.ts"
import { ModelFailure } from "../failure.ts"
import { AgentId, MessageId, TurnId } from "../ids.ts"
import { Instant } from "../time.ts"
import { TurnCause } from "./state.ts"

const ofTurn = { agentId: AgentId, turnId: TurnId }

export const TurnStarted = z.object({
  type: z.literal("turn.started"),
  ...ofTurn,
  /** Empty where no model is asked. */
  model: z.string(),
  /** Left out: a message. */
  cause: TurnCause.optional(),
  /** Left out: the one that belongs to the cause; for a message, a conversation. */
  brief: AskedBrief.optional(),
  /** By the word of other agents alone, and not its first: it counts like a continuation. */
  woken: z.literal(true).optional(),
  /** The first of an agent, and the rehearsal answers it: it is a rehearsal agent from now on. */
  rehearsal: z.literal(true).optional(),
})
/** No slot is free for its request; `turn.released` when there is one. */
export const TurnHeld = z.object({ type: z.literal("turn.held"), ...ofTurn })
export const TurnReleased = z.object({ type: z.literal("turn.released"), ...ofTurn })
export const ReplyRecorded = z.object({
  type: z.literal("turn.replied"),
  ...ofTurn,
  messageId: MessageId,
  step: z.int().positive(),
  reply: Reply,
  /** What it cost by the price table of that moment, in US dollars. */
  costUsd: z.number().nonnegative().optional(),
  /** Of the calls it wants; equal for equal ones, so that a loop is noticed without keeping what was called. */
  fingerprint: z.string().optional(),
  /** It answers a brief that is apart from the conversation; left out: it is part of the conversation. */
  apart: Apart.optional(),
})
/** The provider asked us to wait, or the connection broke; the same step is tried again at `until`. */
export const TurnDelayed = z.object({
  type: z.literal("turn.delayed"),
  ...ofTurn,
  until: Instant,
  failure: ModelFailure,
  draft: z.string(),
})
export const StepRetried = z.object({ type: z.literal("turn.step-retried"), ...ofTurn, attempt: z.int().positive() })
export const TurnStopping = z.object({ type: z.literal("turn.stopping"), ...ofTurn })
/** Stopped by the user. The draft is shown; the model gets to see it again only when the user lets it go on from there. */
export const TurnInterrupted = z.object({
  type: z.literal("turn.interrupted"),
  ...ofTurn,
  draft: z.string(),
  /** The agent was paused by it, not stopped. */
  paused: z.literal(true).optional(),
  /** The turn was apart from the conversation: no reply of the agent's own was stopped. */
  apart: z.literal(true).optional(),
})
export const TurnFailed = z.object({
  type: z.literal("turn.failed"),
  ...ofTurn,
  failure: ModelFailure,
  /** Which one the provider does not know, where that is what failed. */
  model: z.string().optional(),
  parked: z.boolean(),
  draft: z.string(),
})
/** Kibitz is closed in the middle of this turn, as one closes a program: that it breaks off here is no crash. */
export const TurnSetAside = z.object({ type: z.literal("turn.set-aside"), ...ofTurn })
/**
 * Kibitz ended unexpectedly in the middle of this turn. `during`: what was under way, each by a name that the same has again: "reply", or the
 * print of a call. Counted, so that what brings Kibitz down is not taken up for ever (F34).
 */
export const TurnCrashed = z.object({ type: z.literal("turn.crashed"), ...ofTurn, during: z.array(z.string()) })
/** The app died in the middle of this turn and has gone on with it. */
export const TurnRecovered = z.object({ type: z.literal("turn.recovered"), ...ofTurn, draft: z.string() })
export const TurnFinished = z.object({ type: z.literal("turn.finished"), ...ofTurn })

export const turnEvents = [
  TurnStarted,
  ReplyRecorded,
  TurnDelayed,
  StepRetried,
  TurnStopping,
  TurnInterrupted,
  TurnFailed,
  TurnSetAside,
  TurnCrashed,
  TurnRecovered,
  TurnFinished,
  TurnHeld,
  TurnReleased,
  AnswerSentBack,
  WorkFound,
  WorkCutOff,
] as const
