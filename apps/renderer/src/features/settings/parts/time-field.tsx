import { useId } from "react"
import { useEdited } from "../../../kernel/settings/edit-setting.ts"

type TimeFieldProps = { label: string; value: string; onChange(value: string): void }

export function TimeField({ label, value, onChange }: TimeFieldProps) {
  const id = useId()
  const [text, setText] = useEdited(value)
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="time"
        className="field amount-wide"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onBlur={() => {
          if (/^\d\d:\d\d$/.test(text) && text !== value) onChange(text)
        }}
      />
    </>
  )
}
