// Owns: one of a few, all in sight.
import { useId } from "react"
import "./segments.css"

export type SegmentsProps<Value extends string | number> = {
  label: string
  value: Value
  options: readonly { readonly value: Value; readonly name: string }[]
  /** Shows the label above; otherwise it is only said. */
  hasLegend?: boolean
  onChange(value: NoInfer<Value>): void
}

export function Segments<Value extends string | number>(props: SegmentsProps<Value>) {
  const { label, value, options, hasLegend = false, onChange } = props
  const group = useId()
  return (
    <fieldset>
      <legend className={hasLegend ? undefined : "visually-hidden"}>{label}</legend>
      <div className="segments">
        {options.map((option) => (
          <label key={option.value} className="segment">
            <input type="radio" name={group} checked={option.value === value} onChange={() => onChange(option.value)} />
            <span>{option.name}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
