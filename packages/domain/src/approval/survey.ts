// Owns: what an approval of something destructive would delete, counted on the disk before the user answers.
import type { CommandOf, World } from "@kibitz/contract"
import { itemOf } from "../attention/items.ts"
import { deletionStep } from "../gate/deletion.ts"
import { accept, type Decision, reject } from "../kernel/outcome.ts"
import { visible } from "../kernel/visible.ts"

/** Counted on the disk, for the card that asks: what would go is named by number. */
export function decideSurvey(world: World, { itemId, survey }: CommandOf<"approval.survey">): Decision {
  const item = itemOf(world, itemId)
  if (item?.kind !== "approval" || !item.destructive) return reject("stale", "That approval is not waiting any more.")
  const shown = { ...survey, first: survey.first.map(visible) }
  const stepTwo = deletionStep(survey) ?? item.stepTwo
  if (JSON.stringify(shown) === JSON.stringify(item.survey)) return accept()
  return accept({ type: "approval.surveyed", agentId: item.agentId, itemId, survey: shown, stepTwo })
}
