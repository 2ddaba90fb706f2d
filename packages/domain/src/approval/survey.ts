// Owns: what an approval of something destructive would delete, counted on the disk before the user answers.
import type { CommandOf, ItemId, World } from "@kibitz/contract"
import { itemOf } from "../attention/items.ts"
import { deletedBy, deletionStep } from "../gate/deletion.ts"
import type { Look } from "../kernel/looks.ts"
import { accept, type Decision, reject } from "../kernel/outcome.ts"
import { visible } from "../kernel/visible.ts"
import { findAgent } from "../team/agents.ts"
import { rootOf } from "../workspace/workspaces.ts"

/** What has to be counted for these cards: nothing for those that delete nothing, or whose paths are known only as the command runs. */
export function surveysOf(world: World, ids: readonly ItemId[]): readonly Look[] {
  return ids.flatMap((itemId): Look[] => {
    const item = itemOf(world, itemId)
    if (item?.kind !== "approval" || !item.destructive) return []
    const agent = findAgent(world, item.agentId)
    const root = agent && rootOf(world, agent)
    const call = agent?.turn?.calls.find(({ id }) => id === item.callId)
    const paths = root && call ? deletedBy(call.capability, call.input, root) : null
    return root && paths ? [{ kind: "survey", itemId, root, paths }] : []
  })
}

/** Counted on the disk, for the card that asks: what would go is named by number. */
export function decideSurvey(world: World, { itemId, survey }: CommandOf<"approval.survey">): Decision {
  const item = itemOf(world, itemId)
  if (item?.kind !== "approval" || !item.destructive) return reject("stale", "That approval is not waiting any more.")
  const shown = { ...survey, first: survey.first.map(visible) }
  const stepTwo = deletionStep(survey) ?? item.stepTwo
  if (JSON.stringify(shown) === JSON.stringify(item.survey)) return accept()
  return accept({ type: "approval.surveyed", agentId: item.agentId, itemId, survey: shown, stepTwo })
}
