import type { Settings } from "@kibitz/contract"
import { SwitchRow } from "../../../kernel/settings/switch-row.tsx"
import { useSettingsChange } from "../../../kernel/settings/use-settings-change.tsx"
import { ChoiceSection } from "./choice-section.tsx"

/** The word an agent shows while it works (OPM-12). */
export function CogitationSection({ settings }: { settings: Settings }) {
  const { change, refusal } = useSettingsChange()
  const { show, earthy } = settings.cogitation
  return (
    <ChoiceSection
      label="Cogitation verbs"
      value={show}
      options={[
        { value: "spell", name: "On" },
        { value: "assignment", name: "One per task" },
        { value: "off", name: "Off" },
      ]}
      onChange={(chosen) => change({ cogitation: { show: chosen } })}
    >
      {show !== "off" && (
        <SwitchRow
          isOn={earthy}
          note="A few are plain-spoken. Off unless you want them."
          onChange={(isOn) => change({ cogitation: { earthy: isOn } })}
        >
          Earthy ones too
        </SwitchRow>
      )}
      {refusal}
    </ChoiceSection>
  )
}
