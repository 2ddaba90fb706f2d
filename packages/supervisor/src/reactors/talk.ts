// Owns: one request to the model, from building it to its last item. Knows nothing of retries: it says how the request ended.
import { type Agent, type CapabilityName, capabilities, type JsonObject, type ModelFailure, type Reply } from "@kibitz/contract"
import { findAgent, modelFor, systemPrompt, toolsFor } from "@kibitz/domain"
import type { Log, Model, ModelRequest, ModelTool } from "@kibitz/ports"
import { fromCallback } from "xstate"
import { z } from "zod"
import type { Histories } from "../history/histories.ts"
import type { TalkEvent, TurnEvent, TurnInput } from "../machines/turn-machine.ts"
import type { LiveBoard } from "../publish/live.ts"
import type { Supervisor } from "../supervisor.ts"
import type { RateLimit } from "./rate-limit.ts"

const MAX_TOKENS = 16_000

export type TalkNeeds = {
  readonly supervisor: Supervisor
  readonly model: Model
  readonly histories: Histories
  readonly live: LiveBoard
  readonly limit: RateLimit
  readonly workspaceName: string
  readonly log: Log
}

export function talkTo(needs: TalkNeeds) {
  return fromCallback<TurnEvent, TurnInput>(({ input, sendBack }) => {
    const controller = new AbortController()
    const tell = (event: TalkEvent) => {
      if (!controller.signal.aborted) sendBack(event)
    }
    // A journal that cannot be read (F14) must not leave the turn asking for ever.
    converse(needs, input, controller.signal, tell).catch((cause: unknown) => {
      needs.log.error("a request could not be made", cause)
      tell({ type: "talk.failed", failure: brokenRequest(cause) })
    })
    // With a reason of our own: without one, Node makes an exception with a stack for every request that has long ended well.
    return () => controller.abort("over")
  })
}

async function converse(
  needs: TalkNeeds,
  input: TurnInput,
  signal: AbortSignal,
  tell: (event: TalkEvent) => void,
): Promise<void> {
  const { supervisor, model, live, limit } = needs
  const agent = findAgent(supervisor.world(), input.agentId)
  if (agent?.turn?.id !== input.turnId) return
  const held = limit.remaining()
  if (held > 0) {
    const message = "Another agent was asked to wait; this one waits with it."
    return tell({
      type: "talk.failed",
      failure: { kind: "rate_limited", message, status: null, requestId: null, retryAfterMs: held },
    })
  }
  live.begin(agent.id, agent.turn.id, agent.turn.step + 1, agent.turn.attempt)
  for await (const event of model.stream(requestFor(needs, agent), signal)) {
    if (signal.aborted) return
    if (event.type === "delta") live.add(agent.id, event.block, event.kind, event.text)
    else if (event.stop.kind === "replied") return tell(ended(event.stop.reply))
    else if (event.stop.kind === "failed") return tell({ type: "talk.failed", failure: event.stop.failure })
  }
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

function requestFor({ supervisor, histories, workspaceName }: TalkNeeds, agent: Agent): ModelRequest {
  const { settings } = supervisor.world()
  const { effort } = modelFor(settings, agent)
  const turn = agent.turn
  const shrink = turn?.status.kind === "asking" ? turn.attempt - 1 : 0
  return {
    model: turn?.model ?? "",
    system: systemPrompt(agent, workspaceName),
    messages: histories.request(agent.id, wasTooLong(agent) ? shrink : 0),
    tools: toolsFor(agent, settings).map((name) => tools[name]),
    maxTokens: MAX_TOKENS,
    ...(effort ? { effort } : {}),
  }
}

/** Only a history that did not fit is made smaller; other failures try again with the same one. */
function wasTooLong(agent: Agent): boolean {
  return agent.turn?.lastFailure === "too_long"
}

/** Made once: the provider's prompt cache wants the same words every time. */
const tools = Object.fromEntries(
  Object.entries(capabilities).map(([name, { description, input }]) => {
    const { $schema: _, ...inputSchema } = z.toJSONSchema(input) as JsonObject
    return [name, { name, description, inputSchema }]
  }),
) as unknown as Readonly<Record<CapabilityName, ModelTool>>
