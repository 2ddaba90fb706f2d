// Owns: how it looks (ux 1.11): theme, density, motion, text size, the words agents show, and what turns the map's wheel.

import { ChangeFields, useClosed } from "../../../kernel/controls/change-button.tsx"
import type { ScreenPreferences } from "../../../kernel/preferences/preferences.ts"
import { useSession, useSettings } from "../../../kernel/session/session-context.ts"
import { type ChangesText, changeTextSize } from "../../../kernel/settings/text-size.ts"
import { usePreferences } from "../../../kernel/settings/use-preferences.ts"
import { useSettingsChange } from "../../../kernel/settings/use-settings-change.tsx"
import { ChoiceSection } from "../parts/choice-section.tsx"
import { CogitationSection } from "../parts/cogitation-section.tsx"

export function AppearancePage() {
  const settings = useSettings()
  const [preferences, prefer] = usePreferences()
  const { change, refusal } = useSettingsChange()
  const closed = useClosed()
  if (!settings) return null
  return (
    <>
      {closed !== null && <p className="setting-note">Read-only: theme and text size hold in this window until it is closed.</p>}
      <ChoiceSection
        label="Theme"
        value={settings.theme}
        options={[
          { value: "system", name: "System" },
          { value: "light", name: "Light" },
          { value: "dark", name: "Dark" },
        ]}
        onChange={(theme) => change({ theme })}
      >
        {refusal}
      </ChoiceSection>
      <ReadingSections preferences={preferences} prefer={prefer} />
      <TextSizeSection textSize={settings.textSize} />
      <ChangeFields>
        <CogitationSection settings={settings} />
      </ChangeFields>
      <ChoiceSection
        label="Wheel on the map"
        value={preferences.wheel}
        options={[
          { value: "auto", name: "Auto" },
          { value: "mouse", name: "Mouse" },
          { value: "trackpad", name: "Trackpad" },
        ]}
        note="A mouse wheel zooms; two fingers on a trackpad move the map. Auto tells them apart."
        onChange={(wheel) => prefer({ wheel })}
      />
    </>
  )
}

type ReadingSectionsProps = {
  readonly preferences: ScreenPreferences
  prefer(change: Partial<ScreenPreferences>): void
}

/** How this screen shows and says what it has. */
function ReadingSections({ preferences, prefer }: ReadingSectionsProps) {
  return (
    <>
      <ChoiceSection
        label="Density"
        value={preferences.density}
        options={[
          { value: "compact", name: "Compact" },
          { value: "comfortable", name: "Comfortable" },
        ]}
        note="How high the rows of lists are."
        onChange={(density) => prefer({ density })}
      />
      <ChoiceSection
        label="Motion"
        value={preferences.motion}
        options={[
          { value: "system", name: "System" },
          { value: "reduced", name: "Reduced" },
          { value: "full", name: "Full" },
        ]}
        note="Reduced: the map fades instead of travelling, and nothing turns or pulses."
        onChange={(motion) => prefer({ motion })}
      />
      <ChoiceSection
        label="Screen reader"
        value={preferences.announce}
        options={[
          { value: "sentences", name: "Sentences" },
          { value: "end", name: "At the end" },
          { value: "off", name: "Off" },
        ]}
        note="What is said aloud of a reply in the chat you are in: its sentences while it is written, all of it once it is done, or nothing."
        onChange={(announce) => prefer({ announce })}
      />
    </>
  )
}

function TextSizeSection({ textSize }: { textSize: number }) {
  const session = useSession<ChangesText>()
  return (
    <section className="setting" aria-label="Text size">
      <h3>Text size</h3>
      <div className="text-size">
        <button
          type="button"
          className="button"
          aria-label="A−, smaller text"
          disabled={textSize <= 80}
          onClick={() => changeTextSize(session, (size) => size - 10)}
        >
          A−
        </button>
        <input
          type="range"
          aria-label="Text size in percent"
          min={80}
          max={200}
          step={10}
          value={textSize}
          aria-valuetext={`${textSize} percent`}
          onChange={(event) => changeTextSize(session, () => Number(event.target.value))}
        />
        <button
          type="button"
          className="button"
          aria-label="A+, larger text"
          disabled={textSize >= 200}
          onClick={() => changeTextSize(session, (size) => size + 10)}
        >
          A+
        </button>
        <output aria-label="Text size">{textSize} %</output>
      </div>
    </section>
  )
}
