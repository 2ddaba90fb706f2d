// Owns: how components reach the session and subscribe to the smallest slice of it.
import type { Agent, AgentId, Connection, Settings, World } from "@kibitz/contract"
import { findAgent } from "@kibitz/domain"
import { createContext, use, useCallback } from "react"
import { useStore } from "zustand"
import type { Transcript, WorldState } from "../replica/replica.ts"
import type { TranscriptState } from "../replica/transcript-state.ts"
import type { ScreenState, Session } from "./session.ts"

export const SessionContext = createContext<Session | null>(null)
export const TranscriptContext = createContext<Transcript | null>(null)
/** Whose chat a component is part of. */
export const AgentContext = createContext<AgentId | null>(null)

export function useSession(): Session {
  const session = use(SessionContext)
  if (!session) throw new Error("a component that needs the session was drawn outside of it")
  return session
}

export function useTranscriptHandle(): Transcript {
  const transcript = use(TranscriptContext)
  if (!transcript) throw new Error("a component that needs a transcript was drawn outside of one")
  return transcript
}

export function useAgentId(): AgentId {
  const agentId = use(AgentContext)
  if (agentId === null) throw new Error("a component that needs an agent was drawn outside of a chat")
  return agentId
}

/** The world as it is now, for what is worked out on a click. */
export function useWorldNow(): () => World | null {
  const { replica } = useSession()
  return useCallback(() => replica.world.getState().world, [replica])
}

export function useWorld<Slice>(select: (state: WorldState) => Slice): Slice {
  return useStore(useSession().replica.world, select)
}

export function useAgent<Slice>(agentId: AgentId, select: (agent: Agent) => Slice): Slice | undefined {
  return useWorld(({ world }) => {
    const agent = world ? findAgent(world, agentId) : undefined
    return agent && select(agent)
  })
}

export function useConnection(): Connection | undefined {
  return useWorld((state) => state.world?.connection)
}

export function useSettings(): Settings | undefined {
  return useWorld((state) => state.world?.settings)
}

export function useScreen<Slice>(select: (state: ScreenState) => Slice): Slice {
  return useStore(useSession().screen, select)
}

export function useTranscript<Slice>(select: (state: TranscriptState) => Slice): Slice {
  return useStore(useTranscriptHandle().store, select)
}
