// Owns: heads-down: no notices for a while. Counts stay, and agents go on.

import { Moon } from "lucide-react"
import { useState } from "react"
import { ChangeButton } from "../../kernel/controls/change-button.tsx"
import type { Asks } from "../../kernel/session/offers.ts"
import { useSession, useWorld } from "../../kernel/session/session-context.ts"
import { useMsSince } from "../../kernel/ui/clock.ts"
import { formatWait } from "../../kernel/ui/numbers.ts"
import { Popover } from "../../kernel/ui/popover.tsx"

const choices = [25, 50] as const

export function QuietButton() {
  const session = useSession<Asks>()
  const until = useWorld(({ world }) => world?.quietUntil ?? null)
  const left = -useMsSince(until)
  const isQuiet = until !== null && left > 0
  const [isOpen, setOpen] = useState(false)
  const set = (minutes: number) => {
    setOpen(false)
    void session.ask({ type: "attention.quiet", minutes })
  }
  return (
    <span className="quiet">
      <ChangeButton
        className={`status-button ${isQuiet ? "status-quiet" : ""}`}
        data-testid="quiet"
        aria-label={isQuiet ? `Heads-down, ${formatWait(left)} left` : "Heads-down"}
        aria-expanded={isOpen}
        title="Heads-down: no notices for a while; counts stay"
        onClick={() => setOpen(!isOpen)}
      >
        <Moon size="0.8125rem" aria-hidden />
        {isQuiet && formatWait(left)}
      </ChangeButton>
      {isOpen && (
        <Popover label="Heads-down" testId="quiet-choices" className="quiet-choices" onClose={() => setOpen(false)}>
          {choices.map((minutes, at) => (
            <button key={minutes} type="button" data-first-focus={at === 0 || undefined} onClick={() => set(minutes)}>
              {minutes} minutes
            </button>
          ))}
          {isQuiet && (
            <button type="button" onClick={() => set(0)}>
              End now
            </button>
          )}
        </Popover>
      )}
    </span>
  )
}
