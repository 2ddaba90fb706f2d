// Owns: which model answers: rehearsal or provider, the address, and the three models.
import { BaseUrl, type ModelMode, type Settings, type SettingsPatch } from "@kibitz/contract"
import { useId, useState } from "react"
import { useConnection, useSession, useSettings } from "../app/session-context.ts"
import { KeySection } from "./key-section.tsx"

export function ModelsPage() {
  const settings = useSettings()
  const connection = useConnection()
  if (!settings || !connection) return null
  const models = connection.check?.result === "ok" ? connection.check.models : []
  return (
    <>
      <KeySection connection={connection} />
      {connection.keySource !== "none" && <RehearseSwitch isOn={settings.rehearse} />}
      <ModelTable settings={settings} offered={models} />
      <BaseUrlField baseUrl={settings.baseUrl} />
    </>
  )
}

/** What is typed, until the setting itself changes; the field stays the same one, and keeps the focus. */
function useEdited(setting: string): [string, (text: string) => void] {
  const [edit, setEdit] = useState({ of: setting, text: setting })
  const text = edit.of === setting ? edit.text : setting
  return [text, (typed) => setEdit({ of: setting, text: typed })]
}

function useChange(): (patch: SettingsPatch) => Promise<string | null> {
  const session = useSession()
  return async (patch) => {
    const outcome = await session.askQuietly({ type: "settings.change", patch })
    return outcome.accepted ? null : outcome.rejection.message
  }
}

function RehearseSwitch({ isOn }: { isOn: boolean }) {
  const change = useChange()
  return (
    <section className="setting">
      <label className="switch-row">
        <input type="checkbox" checked={isOn} onChange={(event) => void change({ rehearse: event.target.checked })} />
        <span>
          Rehearse although a key is there
          <small>Replies are scripted, no model is called, nothing is spent.</small>
        </span>
      </label>
    </section>
  )
}

const modes: readonly { readonly mode: ModelMode; readonly what: string }[] = [
  { mode: "fast", what: "quick and cheap" },
  { mode: "smart", what: "everyday work" },
  { mode: "deep", what: "the hard parts" },
]

function ModelTable({ settings, offered }: { settings: Settings; offered: readonly string[] }) {
  const change = useChange()
  const listId = useId()
  return (
    <section className="setting">
      <h3>Models</h3>
      <fieldset className="model-table">
        <legend className="visually-hidden">Model in use</legend>
        {modes.map(({ mode, what }) => (
          <div key={mode} className="model-row">
            <label className="model-mode">
              <input
                type="radio"
                name="model-mode"
                checked={settings.modelMode === mode}
                onChange={() => void change({ modelMode: mode })}
              />
              <span>
                {mode}
                <small>{what}</small>
              </span>
            </label>
            <ModelName mode={mode} name={settings.models[mode]} listId={listId} />
          </div>
        ))}
      </fieldset>
      <datalist id={listId}>
        {offered.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <p className="setting-note">
        {offered.length > 0
          ? `The provider offers: ${offered.join(", ")}.`
          : "Check the connection to see which models the provider offers."}
      </p>
    </section>
  )
}

function ModelName({ mode, name, listId }: { mode: ModelMode; name: string; listId: string }) {
  const change = useChange()
  const [text, setText] = useEdited(name)
  const save = () => {
    const wanted = text.trim()
    if (wanted === "") setText(name)
    else if (wanted !== name) void change({ models: { [mode]: wanted } })
  }
  return (
    <input
      className="field field-mono"
      aria-label={`Model for ${mode}`}
      list={listId}
      value={text}
      spellCheck={false}
      autoComplete="off"
      onChange={(event) => setText(event.target.value)}
      onBlur={save}
      onKeyDown={(event) => event.key === "Enter" && save()}
    />
  )
}

function BaseUrlField({ baseUrl }: { baseUrl: string | null }) {
  const change = useChange()
  const id = useId()
  const [text, setText] = useEdited(baseUrl ?? "")
  const [trouble, setTrouble] = useState<string | null>(null)
  const save = async () => {
    const wanted = text.trim()
    if (wanted === (baseUrl ?? "")) return setTrouble(null)
    if (wanted === "") return setTrouble(await change({ baseUrl: null }))
    const isAddress = URL.canParse(wanted) && BaseUrl.safeParse(wanted).success
    setTrouble(isAddress ? await change({ baseUrl: wanted }) : addressTrouble(wanted))
  }
  return (
    <section className="setting">
      <h3>
        <label htmlFor={id}>Provider address</label>
      </h3>
      <div className="field-line">
        <input
          id={id}
          className="field field-mono"
          value={text}
          placeholder="https://api.anthropic.com"
          spellCheck={false}
          autoComplete="off"
          aria-invalid={trouble !== null}
          aria-describedby={`${id}-note`}
          onChange={(event) => setText(event.target.value)}
          onBlur={() => void save()}
          onKeyDown={(event) => event.key === "Enter" && void save()}
        />
        {baseUrl !== null && (
          <button type="button" className="button" onClick={() => void change({ baseUrl: null })}>
            Reset
          </button>
        )}
      </div>
      <p
        id={`${id}-note`}
        className={trouble === null ? "setting-note" : "setting-note failed-text"}
        role={trouble === null ? undefined : "alert"}
      >
        {trouble ?? "Leave empty for Anthropic. A compatible server of your own goes here; your key and messages are sent to it."}
      </p>
    </section>
  )
}

function addressTrouble(text: string): string {
  return URL.canParse(text)
    ? "Use https, or http on this computer only, without a name or password in the address."
    : "That is not an address. It starts with https:// and names a server."
}
