// Owns: new agents by the user. Their ids are made here, so the screen joins exactly the one that it asked for.
import type { AgentId, ClientCommandInput } from "@kibitz/contract"
import { findAgent } from "@kibitz/domain"
import type { StoreApi } from "zustand/vanilla"
import type { Outcome } from "../../kernel/bridge/requests.ts"
import type { WorldState } from "../../kernel/replica/replica.ts"
import { until } from "../../kernel/replica/until.ts"
import type { Remarks, Spawns } from "../../kernel/session/offers.ts"
import type { Navigation } from "../../kernel/view/navigation.ts"

type Needs = Remarks & {
  dispatch(command: ClientCommandInput): Promise<Outcome>
  readonly go: Pick<Navigation, "view" | "to">
  readonly world: StoreApi<WorldState>
  newId(): string
  /** This screen is for one chat; others are opened in other windows. */
  readonly isForOne?: boolean
}

export function createSpawns({ dispatch, go, world, newId, isForOne = false, remark }: Needs): Spawns {
  const spawnBy: Spawns["spawnBy"] = async (command) => {
    const agentId = `agent_${newId()}` as AgentId
    const outcome = await dispatch(command({ agentId, ...(isForOne ? {} : { pane: go.view.getState().focused }) }))
    if (!outcome.accepted) return outcome
    until(world, () => {
      const { world: now } = world.getState()
      if (!now || !findAgent(now, agentId)) return false
      go.to(agentId, "spawned")
      return true
    })
    return outcome
  }
  return {
    spawn: (parentId) => {
      void spawnBy((child) => ({ type: "agent.spawn", parentId, ...child })).then((outcome) => {
        if (!outcome.accepted) remark(outcome.rejection.message)
      })
    },
    spawnBy,
  }
}
