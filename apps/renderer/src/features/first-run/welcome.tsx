// Owns: the first thing a new user sees (ux 1.4): rehearse or connect, where agents work, how they may reach the user, and three keys. It is the
// content of a pane, so that nothing is locked behind it: leaving it in any way is the answer "not now". It is drawn before the host has answered, with what
// holds at a first start; what is pressed by then waits for the host.

import { defaultSettings, jakeId } from "@kibitz/contract"
import { LoaderCircle, Lock, LockOpen, Play } from "lucide-react"
import { useLayoutEffect, useRef, useState } from "react"
import { useShownKey } from "../../kernel/keyboard/use-keys.ts"
import { whenKnown } from "../../kernel/replica/until.ts"
import type { Frame, HasKeep, Places } from "../../kernel/session/offers.ts"
import { useConnection, useFirstStart, useSession, useSettings } from "../../kernel/session/session-context.ts"
import { CheckResult, KeyEntry } from "../../kernel/settings/key-entry.tsx"
import { ProjectFolder } from "../../kernel/settings/project-folder.tsx"
import { RestartQuestion } from "../../kernel/settings/restart-question.tsx"
import { SwitchRow } from "../../kernel/settings/switch-row.tsx"
import { type ChangesText, changeTextSize } from "../../kernel/settings/text-size.ts"
import { useSettingsChange } from "../../kernel/settings/use-settings-change.tsx"
import { formatTimeOfDay } from "../../kernel/ui/clock.ts"
import { goToChat } from "../../kernel/ways/go-to-chat.ts"
import { type BeginsRehearsal, beginRehearsal } from "./begin-rehearsal.ts"
import { welcomed } from "./should-welcome.ts"
import "./welcome.css"
import { ChangeButton, ChangeFields } from "../../kernel/controls/change-button.tsx"

export function Welcome() {
  const { keep, go } = useSession<HasKeep & Places>()
  const first = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const at = document.activeElement
    if (at === null || at === document.body || at.closest(".panes")) first.current?.focus({ preventScroll: true })
    return () => welcomed(keep)
  }, [keep])
  return (
    <section className="welcome" aria-label="Welcome" data-region="welcome" data-testid="welcome">
      <div className="welcome-column">
        <h2>A team of agents you can zoom into.</h2>
        <div className="welcome-ways">
          <Rehearse first={first} />
          <Connect />
        </div>
        <Where />
        <Preferences />
        <ThreeKeys />
        <p className="welcome-foot">
          <button type="button" className="button button-quiet" onClick={go.zoomOut}>
            Go to the map <kbd>Esc</kbd>
          </button>
          <span className="faint">All of this is in the settings, and this page is under General there.</span>
        </p>
      </div>
    </section>
  )
}

function Rehearse({ first }: { first: React.Ref<HTMLButtonElement> }) {
  const session = useSession<BeginsRehearsal>()
  const nextKey = useShownKey("attention-next")
  const [isBeginning, setBeginning] = useState(false)
  const begin = async () => {
    if (isBeginning) return
    setBeginning(true)
    await beginRehearsal(session, nextKey)
    setBeginning(false)
  }
  return (
    <article className="welcome-way">
      <h3>
        Rehearse <span className="welcome-aside">no key, no cost</span>
      </h3>
      <p>A built-in rehearsal model plays a 12-agent team. Works offline. Nothing leaves this computer.</p>
      <div className="welcome-act">
        <ChangeButton
          ref={first}
          className="button button-primary button-large"
          aria-busy={isBeginning}
          onClick={() => void begin()}
        >
          {isBeginning ? (
            <LoaderCircle size="0.875rem" aria-hidden className="turning" />
          ) : (
            <Play size="0.875rem" aria-hidden fill="currentColor" />
          )}{" "}
          Rehearse
          <kbd aria-hidden>Enter</kbd>
        </ChangeButton>
      </div>
    </article>
  )
}

function Connect() {
  const session = useSession<Places>()
  const connection = useConnection()
  const isConnected = useIsConnected()
  return (
    <article className="welcome-way">
      <h3>Connect a model</h3>
      <p>Paste an API key. It is checked with one tiny request.</p>
      {connection && <CheckResult connection={connection} />}
      {isConnected ? (
        <div className="welcome-act">
          <button type="button" className="button button-large" onClick={() => goToChat(session, jakeId)}>
            Talk to Jake
          </button>
        </div>
      ) : (
        <ChangeFields isSaid>
          <KeyEntry connection={connection} action="Check" />
        </ChangeFields>
      )}
      {connection && <RestartQuestion connection={connection} />}
    </article>
  )
}

function useIsConnected(): boolean {
  const connection = useConnection()
  const first = useFirstStart()
  if (!connection) return first?.hasKey === true
  const { using, check, keySource } = connection
  return using === "provider" && (check?.result === "ok" || (check === null && keySource !== "none"))
}

function Where() {
  const session = useSession<Frame>()
  const { phase } = (useSettings() ?? defaultSettings).defaults
  const Icon = phase === "execution" ? LockOpen : Lock
  return (
    <dl className="welcome-facts">
      <dt>Project folder</dt>
      <dd>
        <ProjectFolder />
      </dd>
      <dt>Start in</dt>
      <dd>
        <span className="welcome-phase">
          <Icon size="0.8125rem" aria-hidden /> {phase}
        </span>
        <button
          type="button"
          className="button button-quiet button-small"
          onClick={() => session.show({ kind: "settings", page: "access" })}
        >
          Change
        </button>
        <small>
          {phase === "execution"
            ? "New agents may change things, as far as their access goes."
            : "New agents read, search and ask. /execute lets one of them change things."}
        </small>
      </dd>
    </dl>
  )
}

function Preferences() {
  const session = useSession<ChangesText>()
  const { attention, textSize } = useSettings() ?? defaultSettings
  const { quietHours } = attention
  const { change, refusal } = useSettingsChange()
  const now = () => whenKnown(session.replica.world).then(({ settings }) => settings.attention)
  const quiet = useSwitch(quietHours.on, async (on) => change({ attention: { quietHours: { ...(await now()).quietHours, on } } }))
  const sound = useSwitch(attention.sound, async (on) => now().then(() => change({ attention: { sound: on } })))
  return (
    <div className="welcome-preferences">
      <ChangeFields>
        <SwitchRow {...quiet}>
          Quiet hours {formatTimeOfDay(quietHours.from)}–{formatTimeOfDay(quietHours.to)}
        </SwitchRow>
        <SwitchRow {...sound}>Sound for agents that need me</SwitchRow>
      </ChangeFields>
      <fieldset className="welcome-size">
        <legend className="visually-hidden">Text size</legend>
        <span aria-hidden>Text size</span>
        <button
          type="button"
          className="button button-small"
          aria-label="A−, smaller text"
          disabled={textSize <= 80}
          onClick={() => changeTextSize(session, (size) => size - 10)}
        >
          A−
        </button>
        <button
          type="button"
          className="button button-small"
          aria-label="Normal text size"
          onClick={() => changeTextSize(session, () => 100)}
        >
          A
        </button>
        <button
          type="button"
          className="button button-small"
          aria-label="A+, larger text"
          disabled={textSize >= 200}
          onClick={() => changeTextSize(session, (size) => size + 10)}
        >
          A+
        </button>
        <output aria-label="Text size">{textSize} %</output>
      </fieldset>
      {refusal}
    </div>
  )
}

/** Stands where it was put, until the host has answered. */
function useSwitch(isOn: boolean, change: (isOn: boolean) => Promise<void>) {
  const [wanted, want] = useState<{ readonly isOn: boolean } | null>(null)
  return {
    isOn: wanted?.isOn ?? isOn,
    onChange: (next: boolean) => {
      const mine = { isOn: next }
      want(mine)
      void change(next).then(() => want((latest) => (latest === mine ? null : latest)))
    },
  }
}

function ThreeKeys() {
  const inKey = useShownKey("zoom-in")
  const nextKey = useShownKey("attention-next")
  return (
    <p className="welcome-keys">
      <span>Three keys are enough:</span>
      <span>
        <kbd>{inKey === "" ? "no key set" : inKey}</kbd> zoom in
      </span>
      <span>
        <kbd>Esc</kbd> zoom out
      </span>
      <span>
        <kbd>{nextKey === "" ? "no key set" : nextKey}</kbd> next agent that needs you
      </span>
    </p>
  )
}
