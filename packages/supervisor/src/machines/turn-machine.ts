// A drawing of one turn: who is waited for, and what may happen meanwhile. The journal owns the truth: the `turn.*` events below come
// from the committed world, the `talk.*` ones from the model; every effect is an injected action that dispatches.
import type { AgentId, ModelFailure, Reply, TurnId } from "@kibitz/contract"
import { assign, setup } from "xstate"

export type TurnInput = { readonly agentId: AgentId; readonly turnId: TurnId }
export type TalkEvent =
  | { readonly type: "talk.replied"; readonly reply: Reply }
  | { readonly type: "talk.failed"; readonly failure: ModelFailure }
export type TurnEvent =
  | TalkEvent
  | { readonly type: "turn.asking" }
  | { readonly type: "turn.calling" }
  | { readonly type: "turn.delayed"; readonly delayMs: number }
  | { readonly type: "turn.stopping" }
  | { readonly type: "turn.over" }

export const turnMachine = setup({
  types: {
    context: {} as TurnInput & { readonly delayMs: number },
    events: {} as TurnEvent,
    input: {} as TurnInput,
  },
  delays: { due: ({ context }) => context.delayMs },
  actions: {
    ask: () => undefined,
    cut: () => undefined,
    record: (_, _params: { readonly reply: Reply }) => undefined,
    giveUpOrDelay: (_, _params: { readonly failure: ModelFailure }) => undefined,
    tryAgain: () => undefined,
    stop: () => undefined,
  },
}).createMachine({
  id: "turn",
  context: ({ input }) => ({ ...input, delayMs: 0 }),
  initial: "settling",
  on: {
    "turn.asking": ".asking",
    "turn.calling": ".calling",
    "turn.delayed": { target: ".delayed", actions: assign({ delayMs: ({ event }) => event.delayMs }) },
    "turn.stopping": ".stopping",
    "turn.over": ".over",
  },
  states: {
    // Waiting for the journal to say where the turn stands.
    settling: {},
    asking: {
      entry: "ask",
      exit: "cut",
      on: {
        "talk.replied": { target: "settling", actions: { type: "record", params: ({ event }) => ({ reply: event.reply }) } },
        "talk.failed": {
          target: "settling",
          actions: { type: "giveUpOrDelay", params: ({ event }) => ({ failure: event.failure }) },
        },
      },
    },
    calling: {},
    delayed: { after: { due: { target: "settling", actions: "tryAgain" } } },
    // Leaving `asking` has already cut the stream.
    stopping: { entry: "stop" },
    over: { type: "final" },
  },
})
