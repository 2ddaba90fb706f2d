// Owns: one choice among the settings: its name, what there is to choose, and what it means.
import type { ReactNode } from "react"
import { Segments, type SegmentsProps } from "../../../kernel/ui/segments.tsx"

type ChoiceSectionProps<Value extends string> = Omit<SegmentsProps<Value>, "hasLegend"> & {
  note?: string
  /** What follows from the choice, or why it was refused. */
  children?: ReactNode
}

export function ChoiceSection<Value extends string>({ note, children, ...choice }: ChoiceSectionProps<Value>) {
  return (
    <section className="setting">
      <Segments {...choice} hasLegend />
      {note !== undefined && <p className="setting-note">{note}</p>}
      {children}
    </section>
  )
}
