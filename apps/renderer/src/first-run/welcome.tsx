// Owns: the first thing a new user sees (ux 1.4): rehearse or connect, where agents work, how they may reach the user, and three keys. It is the
// content of a pane, so that nothing is locked behind it: leaving it in any way is the answer "not now".
import { jakeId } from "@kibitz/contract"
import { Lock, LockOpen, Play } from "lucide-react"
import { useLayoutEffect, useRef } from "react"
import { goToChat } from "../agents/go-to-chat.ts"
import { useConnection, useSession, useSettings } from "../app/session-context.ts"
import { changeTextSize } from "../app/text-size.ts"
import { useShownKey } from "../keys/use-keys.ts"
import { CheckResult, KeyEntry } from "../settings/key-entry.tsx"
import { ProjectFolder } from "../settings/project-folder.tsx"
import { SwitchRow } from "../settings/switch-row.tsx"
import { useSettingsChange } from "../settings/use-settings-change.tsx"
import { formatTimeOfDay } from "../ui/clock.ts"
import { beginRehearsal } from "./begin-rehearsal.ts"
import { RestartQuestion } from "./restart-question.tsx"
import { welcomed } from "./should-welcome.ts"
import "./welcome.css"
import { ChangeButton, ChangeFields } from "../ui/change-button.tsx"

export function Welcome() {
  const { keep, go } = useSession()
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
  const session = useSession()
  const nextKey = useShownKey("attention-next")
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
          onClick={() => void beginRehearsal(session, nextKey)}
        >
          <Play size="0.875rem" aria-hidden fill="currentColor" /> Rehearse
          <kbd aria-hidden>Enter</kbd>
        </ChangeButton>
      </div>
    </article>
  )
}

function Connect() {
  const session = useSession()
  const connection = useConnection()
  if (!connection) return null
  const { using, check, keySource } = connection
  const isConnected = using === "provider" && (check?.result === "ok" || (check === null && keySource !== "none"))
  return (
    <article className="welcome-way">
      <h3>Connect a model</h3>
      <p>
        {connection.protection === "plain"
          ? "Paste an API key. It is checked with one tiny request."
          : "Paste an API key. It is kept in your system keychain and checked with one tiny request."}
      </p>
      <CheckResult connection={connection} />
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
      <RestartQuestion connection={connection} />
    </article>
  )
}

function Where() {
  const session = useSession()
  const phase = useSettings()?.defaults.phase
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
  const session = useSession()
  const settings = useSettings()
  const { change, refusal } = useSettingsChange()
  if (!settings) return null
  const { quietHours, sound } = settings.attention
  const { textSize } = settings
  return (
    <div className="welcome-preferences">
      <ChangeFields>
        <SwitchRow isOn={quietHours.on} onChange={(on) => change({ attention: { quietHours: { ...quietHours, on } } })}>
          Quiet hours {formatTimeOfDay(quietHours.from)}–{formatTimeOfDay(quietHours.to)}
        </SwitchRow>
        <SwitchRow isOn={sound} onChange={(on) => change({ attention: { sound: on } })}>
          Sound for agents that need me
        </SwitchRow>
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
