// Owns: a setting that is an address or nothing, with what is wrong with the one typed said below it.
import { useId, useState } from "react"
import { useEdited } from "../../../kernel/settings/edit-setting.ts"
import { addressTrouble } from "./address-trouble.ts"

type AddressFieldProps = {
  name: string
  address: string | null
  example: string
  note: string
  /** The word on the button that empties it. */
  clear: string
  /** Gives back why it was refused; null when it was not. */
  onChange(address: string | null): Promise<string | null>
}

export function AddressField({ name, address, example, note, clear, onChange }: AddressFieldProps) {
  const id = useId()
  const [text, setText] = useEdited(address ?? "")
  const [trouble, setTrouble] = useState<string | null>(null)
  const save = async () => {
    const wanted = text.trim()
    if (wanted === (address ?? "")) return setTrouble(null)
    if (wanted === "") return setTrouble(await onChange(null))
    setTrouble(addressTrouble(wanted) ?? (await onChange(wanted)))
  }
  return (
    <section className="setting">
      <h3>
        <label htmlFor={id}>{name}</label>
      </h3>
      <div className="field-line">
        <input
          id={id}
          className="field field-mono"
          value={text}
          placeholder={example}
          spellCheck={false}
          autoComplete="off"
          aria-invalid={trouble !== null}
          aria-describedby={`${id}-note`}
          onChange={(event) => setText(event.target.value)}
          onBlur={() => void save()}
          onKeyDown={(event) => event.key === "Enter" && void save()}
        />
        {address !== null && (
          <button type="button" className="button" onClick={() => void onChange(null).then(setTrouble)}>
            {clear}
          </button>
        )}
      </div>
      <p
        id={`${id}-note`}
        className={trouble === null ? "setting-note" : "setting-note failed-text"}
        role={trouble === null ? undefined : "alert"}
      >
        {trouble ?? note}
      </p>
    </section>
  )
}
