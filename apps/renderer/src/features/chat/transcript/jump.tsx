// Owns: the way back to the end, and how much has come there meanwhile.
import { ArrowDown } from "lucide-react"
import { useEffect, useState } from "react"

type JumpProps = {
  /** Keys of the lines at the end, oldest first; what came since the reader looked away is counted in them. */
  ends: readonly string[]
  isFollowing: boolean
  onJump(): void
}

export function JumpToLatest({ ends, isFollowing, onJump }: JumpProps) {
  const [seen, setSeen] = useState<string | undefined>(undefined)
  const last = ends.at(-1)
  useEffect(() => {
    if (isFollowing) setSeen(last)
  }, [isFollowing, last])
  if (isFollowing) return null
  const at = seen === undefined ? -1 : ends.lastIndexOf(seen)
  const fresh = at < 0 ? 0 : ends.length - 1 - at
  return (
    <button type="button" className="jump" data-testid="jump-to-latest" onClick={onJump}>
      <ArrowDown size="0.875rem" aria-hidden /> Jump to latest{fresh > 0 && ` (${fresh} new)`}
    </button>
  )
}
