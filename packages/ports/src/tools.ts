// The need: to carry out a capability call. Takes a Permit and nothing else, so that asking is not something a tool can forget.
import type { AgentId, CallId, CapabilityName, Confinement, Json } from "@kibitz/contract"

declare const sealed: unique symbol

/** Only supervisor/gate makes one, from a committed `call.allowed`. The seal is not exported: nothing else can write this type down. */
export interface Permit {
  readonly [sealed]: true
  readonly callId: CallId
  readonly agentId: AgentId
  readonly capability: CapabilityName
  readonly input: Json
  /** Absolute path that the call is confined to. */
  readonly workspace: string
  /** What a program may reach; set for everything that runs in the sandbox. */
  readonly confinement: Confinement | null
}

/** What the receipt of a program says beyond its output. */
export type RunFacts = {
  /** null when it was killed. */
  readonly exitCode: number | null
  /** Of the whole output, in hex. */
  readonly sha256: string
  /** Where the whole output is kept, when what was returned is a part of it. */
  readonly spool: string | null
}

export type ToolEvent =
  | { readonly type: "output"; readonly text: string }
  /** The last item, always exactly one. Never throws: what goes wrong is `ok: false` with a sentence the model can act on. */
  | {
      readonly type: "end"
      readonly ok: boolean
      readonly output: string
      readonly bytes: number
      readonly run?: RunFacts
      /** Of `output`, in hex, where there is no run to speak for it; left out, the receipt's own rules work it out more slowly. */
      readonly sha256?: string
      /** Of what reads from outside: nothing was read, so nothing of what it says comes from there. */
      readonly unread?: true
    }

export interface Tools {
  run(permit: Permit, signal: AbortSignal): AsyncIterable<ToolEvent>
}
