// Owns: how components reach the session and subscribe to the smallest slice of it.
import {
  type Agent,
  type AgentId,
  type Connection,
  type FullDisk,
  jakeId,
  type ReadOnly,
  type Settings,
  type World,
} from "@kibitz/contract"
import { findAgent } from "@kibitz/domain"
import { createContext, use, useCallback } from "react"
import { useStore } from "zustand"
import type { Transcript } from "../replica/open-transcript.ts"
import type { WorldState } from "../replica/replica.ts"
import type { TranscriptState } from "../replica/transcript-state.ts"
import type { FirstStart } from "../shell/screen-window.ts"
import type { View } from "../view/view.ts"
import type { Frame, HasReplica, HasShell, Places, Session } from "./offers.ts"
import { projectName } from "./project-name.ts"
import type { ScreenState } from "./screen-state.ts"

export const SessionContext = createContext<Session | null>(null)
export const TranscriptContext = createContext<Transcript | null>(null)
/** Whose chat a component is part of. */
export const AgentContext = createContext<AgentId | null>(null)

/** What this component needs of the session, and no more: `useSession<Asks & Remarks>()`. */
export function useSession<Offer>(): Session extends Offer ? Offer : never {
  const session = use(SessionContext)
  if (!session) throw new Error("a component that needs the session was drawn outside of it")
  return session as never
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
  const { replica } = useSession<HasReplica>()
  return useCallback(() => replica.world.getState().world, [replica])
}

export function useWorld<Slice>(select: (state: WorldState) => Slice): Slice {
  return useStore(useSession<HasReplica>().replica.world, select)
}

export function useAgent<Slice>(agentId: AgentId, select: (agent: Agent) => Slice): Slice | undefined {
  return useWorld(({ world }) => {
    const agent = world ? findAgent(world, agentId) : undefined
    return agent && select(agent)
  })
}

/** For a place that is drawn before it is known who is there; Jake always is. */
export function useAgentName(agentId: AgentId): string {
  return useAgent(agentId, ({ name }) => name) ?? (agentId === jakeId ? "Jake" : "this agent")
}

export function useConnection(): Connection | undefined {
  return useWorld((state) => state.world?.connection)
}

export function useSettings(): Settings | undefined {
  return useWorld((state) => state.world?.settings)
}

/** Undefined where this Kibitz runs the project, and not yet known. */
export function useReadOnly(): ReadOnly | undefined {
  return useWorld((state) => state.app?.readOnly)
}

/** Undefined while there is room for the journal. */
export function useFullDisk(): FullDisk | undefined {
  return useWorld((state) => state.app?.fullDisk)
}

/** What the shell knows of a first start; undefined where it is none. */
export function useFirstStart(): FirstStart | undefined {
  const { window } = useSession<HasShell>().shell
  return window.kind === "main" ? window.first : undefined
}

/** Where agents work; undefined while that is not known. */
export function useWorkspace(): string | undefined {
  const told = useFirstStart()?.folder
  return useWorld(({ app }) => app?.workspace) ?? told
}

/** The project, as the window's title names it. */
export function useProjectTitle(): string | undefined {
  return useWorld(({ app }) => app && `${projectName(app.workspace)}${app.readOnly ? " (read-only)" : ""}`) ?? undefined
}

export function useScreen<Slice>(select: (state: ScreenState) => Slice): Slice {
  return useStore(useSession<Frame>().screen, select)
}

/** Where the user is on this screen. */
export function useView<Slice>(select: (view: View) => Slice): Slice {
  return useStore(useSession<Places>().go.view, select)
}

export function useTranscript<Slice>(select: (state: TranscriptState) => Slice): Slice {
  return useStore(useTranscriptHandle().store, select)
}
