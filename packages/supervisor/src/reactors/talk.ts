// Owns: one request to the model, from waiting for its place to its last item. Knows nothing of retries: it says how the request ended.
import type { Agent, ModelFailure, Reply, Turn } from "@kibitz/contract"
import { findAgent, modelFor } from "@kibitz/domain"
import type { Log, Model, ModelRequest } from "@kibitz/ports"
import type { Histories } from "../history/histories.ts"
import type { WordBook } from "../history/words.ts"
import type { TalkEvent, TurnInput } from "../machines/turn-machine.ts"
import type { LiveBoard } from "../publish/live.ts"
import type { Place, Slots } from "../scheduler/slots.ts"
import type { StartLine } from "../scheduler/start-line.ts"
import type { TimerQueue } from "../scheduler/timer-queue.ts"
import type { Supervisor } from "../supervisor.ts"
import type { RateLimit } from "./rate-limit.ts"

const MAX_TOKENS = 16_000
const TRY_AGAIN_MS = 1_000

export type TalkNeeds = {
  readonly supervisor: Supervisor
  readonly model: Model
  readonly histories: Histories
  readonly live: LiveBoard
  readonly limit: RateLimit
  readonly slots: Slots
  readonly line: StartLine
  readonly timers: TimerQueue
  readonly words: WordBook
  readonly log: Log
}

/** Begins one, and returns how to cut it off; after that it says nothing any more. */
export function talkTo(needs: TalkNeeds, input: TurnInput, reply: (event: TalkEvent) => void): () => void {
  const controller = new AbortController()
  const tell = (event: TalkEvent) => {
    if (!controller.signal.aborted) reply(event)
  }
  // A journal that cannot be read (F14) must not leave the turn asking for ever.
  converse(needs, input, controller.signal, tell).catch((cause: unknown) => {
    needs.log.error("a request could not be made", cause)
    tell({ type: "talk.failed", failure: brokenRequest(cause) })
  })
  // With a reason of our own: without one, Node makes an exception with a stack for every request that has long ended well.
  return () => controller.abort("over")
}

async function converse(
  needs: TalkNeeds,
  input: TurnInput,
  signal: AbortSignal,
  tell: (event: TalkEvent) => void,
): Promise<void> {
  const { slots, limit, line, supervisor } = needs
  if (limit.remaining() > 0) return tell(waitsWithOthers(limit.remaining()))
  const turn = line.place(input.turnId)
  if (turn) {
    await supervisor.dispatch({ type: "turn.hold", ...input })
    await turn
    if (signal.aborted) return
  }
  const place = slots.ask(input.agentId)
  signal.addEventListener("abort", () => place.leave(), { once: true })
  try {
    if (!place.held() || isHeld(needs, input)) await waitForPlace(needs, input, place, signal)
    if (signal.aborted) return
    // Somebody may have been told to wait while this one waited for its place.
    if (limit.remaining() > 0) return tell(waitsWithOthers(limit.remaining()))
    await request(needs, input, signal, tell)
  } finally {
    place.leave()
  }
}

async function request(needs: TalkNeeds, input: TurnInput, signal: AbortSignal, tell: (event: TalkEvent) => void): Promise<void> {
  const { supervisor, model, live } = needs
  const agent = findAgent(supervisor.world(), input.agentId)
  if (agent?.turn?.id !== input.turnId) return
  live.begin(agent.id, agent.turn.id, agent.turn.step + 1, agent.turn.attempt)
  for await (const event of model.stream(requestFor(needs, agent, agent.turn), signal)) {
    if (signal.aborted) return
    if (event.type === "delta") live.add(agent.id, event.block, event.kind, event.text)
    else if (event.stop.kind === "replied") return tell(ended(event.stop.reply))
    else if (event.stop.kind === "failed") return tell({ type: "talk.failed", failure: event.stop.failure })
  }
}

/** The journal says that it waits, so that nobody takes it for working; and says so no more before the request goes out. */
async function waitForPlace(needs: TalkNeeds, input: TurnInput, place: Place, signal: AbortSignal): Promise<void> {
  const { supervisor, timers } = needs
  if (!place.held()) {
    await supervisor.dispatch({ type: "turn.hold", ...input })
    await place.settled
  }
  // A reply to a turn that still counts as held would be refused, and lost.
  while (!signal.aborted && isHeld(needs, input)) {
    const outcome = await supervisor.dispatch({ type: "turn.release", ...input })
    if (!("rejection" in outcome) || outcome.rejection.kind !== "storage-failed") return
    await new Promise<void>((resolve) => timers.after(TRY_AGAIN_MS, `release/${input.turnId}`, resolve))
  }
}

function isHeld({ supervisor }: TalkNeeds, { agentId, turnId }: TurnInput): boolean {
  const turn = findAgent(supervisor.world(), agentId)?.turn
  return turn?.id === turnId && turn.status.kind === "held"
}

function waitsWithOthers(ms: number): TalkEvent {
  const message = "Another agent was asked to wait; this one waits with it."
  return { type: "talk.failed", failure: { kind: "rate_limited", message, status: null, requestId: null, retryAfterMs: ms } }
}

/** A reply that only says "no room left" is not an answer: the history has to become smaller (A6). */
function ended(reply: Reply): TalkEvent {
  if (reply.stopReason !== "model_context_window_exceeded") return { type: "talk.replied", reply }
  const { requestId } = reply
  const message = "The conversation is longer than the model can take."
  return { type: "talk.failed", failure: { kind: "too_long", message, status: null, requestId, retryAfterMs: null } }
}

function brokenRequest(cause: unknown): ModelFailure {
  const message = cause instanceof Error ? cause.message : "The request could not be made."
  return { kind: "unknown", message, status: null, requestId: null, retryAfterMs: null }
}

function requestFor({ supervisor, histories, words }: TalkNeeds, agent: Agent, turn: Turn): ModelRequest {
  const world = supervisor.world()
  const { effort } = modelFor(world.settings, agent)
  const shrink = turn.status.kind === "asking" && wasTooLong(turn) ? turn.attempt - 1 : 0
  const said = words.for(agent, world)
  const wasRefused = turn.lastFailure === "invalid_request"
  return {
    model: turn.model,
    system: said.system,
    tools: said.tools,
    messages: histories.request(agent.id, { turn, words: said, shrink, wasRefused }),
    maxTokens: MAX_TOKENS,
    ...(effort ? { effort } : {}),
    ...(agent.rehearsal ? { rehearsal: true } : {}),
  }
}

/** Only a history that did not fit is made smaller; other failures try again with the same one. */
function wasTooLong({ lastFailure }: Turn): boolean {
  return lastFailure === "too_long"
}
