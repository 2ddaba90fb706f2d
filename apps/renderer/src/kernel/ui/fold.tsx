// Owns: one line that opens to show more. What is inside is drawn only when it is open.
import { ChevronRight } from "lucide-react"
import { type ReactNode, useState } from "react"

type FoldProps = {
  summary: ReactNode
  isOpenAtFirst?: boolean
  /** Open whatever was chosen: what is looked for is inside. */
  isHeldOpen?: boolean
  className?: string
  /** After the line, on the same height. */
  beside?: ReactNode
  /** Under the line, whether it is open or not. */
  below?: ReactNode
  children: ReactNode
}

export function Fold({ summary, isOpenAtFirst = false, isHeldOpen = false, className = "", beside, below, children }: FoldProps) {
  const [chosen, choose] = useState<boolean | null>(null)
  const isOpen = isHeldOpen || (chosen ?? isOpenAtFirst)
  return (
    <div className={`fold ${className}`}>
      <div className="fold-head">
        <button type="button" className="fold-line" aria-expanded={isOpen} onClick={() => choose(!isOpen)}>
          <ChevronRight size="0.875rem" aria-hidden className="fold-chevron" />
          {summary}
        </button>
        {beside}
      </div>
      {below}
      {isOpen && <div className="fold-content">{children}</div>}
    </div>
  )
}
