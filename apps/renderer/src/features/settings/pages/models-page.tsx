// Owns: which model answers: rehearsal or provider, the address, and the three models.
import type { ModelMode, Settings } from "@kibitz/contract"
import { useId } from "react"
import { useConnection, useSettings } from "../../../kernel/session/session-context.ts"
import { useChange, useEdited } from "../../../kernel/settings/edit-setting.ts"
import { AddressField } from "../parts/address-field.tsx"
import { KeySection } from "../parts/key-section.tsx"

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
      <ProviderAddress baseUrl={settings.baseUrl} />
    </>
  )
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
        <legend className="model-legend">New agents use</legend>
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
        An agent that is already there keeps its own: change it in the badge at the bottom of the window, or with{" "}
        <code>/model-mode</code>.
      </p>
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

function ProviderAddress({ baseUrl }: { baseUrl: string | null }) {
  const change = useChange()
  return (
    <AddressField
      name="Provider address"
      address={baseUrl}
      example="https://api.anthropic.com"
      note="Leave empty for Anthropic. A compatible server of your own goes here; your key and messages are sent to it."
      clear="Reset"
      onChange={(address) => change({ baseUrl: address })}
    />
  )
}
