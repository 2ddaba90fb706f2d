// Owns: places in one feature that another feature fills. The composition says who fills which; a feature never imports another.
import type { AgentId, CallId } from "@kibitz/contract"
import { type ComponentType, createContext, use } from "react"

/** What each place tells the part that is drawn there. */
export type OutletProps = {
  /** In a chat, above the composer: what waits there for the user. */
  readonly "attention-strip": { readonly agentId: AgentId }
  /** In a chat: the next step that Kibitz suggests. */
  readonly suggestion: { readonly agentId: AgentId }
  /** Wherever an agent is the subject: how it works and what it may do, to be changed on the spot. */
  readonly posture: { readonly agentId: AgentId }
  /** Under a call: which rules decided about it. `status` is the call's: when it changes there is more to tell. */
  readonly "call-why": { readonly callId: CallId; readonly status: string; readonly agent: string }
}
export type OutletName = keyof OutletProps
export type Outlets = { readonly [Name in OutletName]?: ComponentType<OutletProps[Name]> }

export const OutletsContext = createContext<Outlets>({})

/** Draws what fills the place; nothing where nobody does. */
export function Outlet<Name extends OutletName>({ name, ...told }: { readonly name: Name } & OutletProps[Name]) {
  const Part = use(OutletsContext)[name] as ComponentType<typeof told> | undefined
  return Part ? <Part {...told} /> : null
}
