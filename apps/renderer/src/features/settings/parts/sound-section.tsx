import { usePreferences } from "../../../kernel/settings/use-preferences.ts"
import { playEarcon } from "../../../kernel/shell/earcon.ts"
import { Segments } from "../../../kernel/ui/segments.tsx"

/** Two soft notes when somebody needs the user and no window has the focus (ux 2.8). How loud belongs to this computer. */
export function SoundSection({ isOn, onChange }: { isOn: boolean; onChange(isOn: boolean): void }) {
  const [{ volume }, prefer] = usePreferences()
  return (
    <section className="setting" aria-label="Sound">
      <h3>Sound</h3>
      <div className="field-line">
        <Segments
          label="Sound"
          value={isOn ? "on" : "off"}
          options={[
            { value: "on", name: "On" },
            { value: "off", name: "Off" },
          ]}
          onChange={(chosen) => onChange(chosen === "on")}
        />
        <Segments
          label="Volume"
          value={volume}
          options={[
            { value: "soft", name: "Soft" },
            { value: "medium", name: "Medium" },
            { value: "full", name: "Full" },
          ]}
          onChange={(chosen) => prefer({ volume: chosen })}
        />
        <button type="button" className="button" onClick={() => playEarcon(volume)}>
          Play
        </button>
      </div>
      <p className="setting-note">
        Two soft notes when somebody needs you and no window of Kibitz has the focus, at most every 30 seconds.
      </p>
    </section>
  )
}
