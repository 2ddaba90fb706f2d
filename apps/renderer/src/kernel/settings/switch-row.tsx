import type { ReactNode } from "react"
import "./fields.css"

type SwitchRowProps = { isOn: boolean; note?: string; children: ReactNode; onChange(isOn: boolean): void }

export function SwitchRow({ isOn, note, children, onChange }: SwitchRowProps) {
  return (
    <label className="switch-row">
      <input type="checkbox" checked={isOn} onChange={(event) => onChange(event.target.checked)} />
      <span>
        {children}
        {note !== undefined && <small>{note}</small>}
      </span>
    </label>
  )
}
