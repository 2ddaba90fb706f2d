// Owns: when and how the user is reached (ux 1.11, 2.8), and who may knock.

import type { AttentionPolicy } from "@kibitz/contract"
import type { HasShell } from "../../../kernel/session/offers.ts"
import { useSession, useSettings } from "../../../kernel/session/session-context.ts"
import { SwitchRow } from "../../../kernel/settings/switch-row.tsx"
import { useSettingsChange } from "../../../kernel/settings/use-settings-change.tsx"
import { ChoiceSection } from "../parts/choice-section.tsx"
import { KnockSection } from "../parts/knock-section.tsx"
import { NumberRow } from "../parts/number-row.tsx"
import { SoundSection } from "../parts/sound-section.tsx"
import { TimeField } from "../parts/time-field.tsx"

const tiers: readonly { readonly key: keyof AttentionPolicy["notify"]; readonly name: string }[] = [
  { key: "stopTheLine", name: "Stop the line" },
  { key: "blockedOnYou", name: "Blocked on me" },
  { key: "yourTurn", name: "Your turn" },
  { key: "stuck", name: "Stuck" },
  { key: "knocks", name: "Knocks and units to look at" },
  { key: "toReview", name: "To review" },
]

export function AttentionPage() {
  const { shell } = useSession<HasShell>()
  const policy = useSettings()?.attention
  const { change, refusal } = useSettingsChange()
  if (!policy) return null
  const set = (attention: Partial<AttentionPolicy>) => change({ attention })
  return (
    <>
      <NoticeSection policy={policy} onChange={set} />
      <QuietSection policy={policy} onChange={set} />
      <SoundSection isOn={policy.sound} onChange={(sound) => set({ sound })} />
      <KnockSection policy={policy} onChange={(knock) => set({ knock })} />
      {shell.isThere && (
        <section className="setting" aria-label="When the screen locks">
          <SwitchRow
            isOn={policy.leaveWhenLocked}
            note="Agents you were with then carry on by themselves."
            onChange={(leaveWhenLocked) => set({ leaveWhenLocked })}
          >
            Leave all chats when the screen locks
          </SwitchRow>
        </section>
      )}
      <ChoiceSection
        label="After answering a card"
        value={policy.afterAnswer}
        options={[
          { value: "stay", name: "Stay" },
          { value: "next", name: "Go to next" },
        ]}
        onChange={(afterAnswer) => set({ afterAnswer })}
      >
        {refusal}
      </ChoiceSection>
    </>
  )
}

type SectionProps = { readonly policy: AttentionPolicy; onChange(change: Partial<AttentionPolicy>): void }

function NoticeSection({ policy, onChange: set }: SectionProps) {
  const { notify } = policy
  return (
    <section className="setting" aria-label="Notify me outside the app">
      <h3>Notify me outside the app</h3>
      <div className="check-grid">
        {tiers.map(({ key, name }) => (
          <SwitchRow key={key} isOn={notify[key]} onChange={(isOn) => set({ notify: { ...notify, [key]: isOn } })}>
            {name}
          </SwitchRow>
        ))}
      </div>
      <NumberRow
        label="At most one notice every"
        unit="seconds"
        value={Math.round(policy.coalesceMs / 1000)}
        least={0}
        most={600}
        onChange={(seconds) => set({ coalesceMs: seconds * 1000 })}
      />
      <NumberRow
        label="At most one of each agent every"
        unit="seconds"
        value={Math.round(policy.perAgentMs / 1000)}
        least={0}
        most={3600}
        onChange={(seconds) => set({ perAgentMs: seconds * 1000 })}
      />
      <NumberRow
        label="In an hour at most, then one digest"
        unit="notices"
        value={policy.perHour}
        least={1}
        most={1000}
        onChange={(perHour) => set({ perHour })}
      />
      <SwitchRow
        isOn={policy.hideContent}
        note="A notice then says how many agents need you, and nothing else."
        onChange={(hideContent) => set({ hideContent })}
      >
        Hide what it is about
      </SwitchRow>
    </section>
  )
}

function QuietSection({ policy: { quietHours }, onChange: set }: SectionProps) {
  return (
    <section className="setting" aria-label="Quiet hours">
      <h3>Quiet hours</h3>
      <div className="time-range">
        <SwitchRow isOn={quietHours.on} onChange={(on) => set({ quietHours: { ...quietHours, on } })}>
          Every night
        </SwitchRow>
        <TimeField label="from" value={quietHours.from} onChange={(from) => set({ quietHours: { ...quietHours, from } })} />
        <TimeField label="to" value={quietHours.to} onChange={(to) => set({ quietHours: { ...quietHours, to } })} />
      </div>
      <SwitchRow
        isOn={quietHours.letStopTheLineThrough}
        onChange={(letStopTheLineThrough) => set({ quietHours: { ...quietHours, letStopTheLineThrough } })}
      >
        Let stop-the-line through
      </SwitchRow>
      <p className="setting-note">No notices and no sound. Agents go on working, and counts stay.</p>
    </section>
  )
}
