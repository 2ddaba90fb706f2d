// Owns: taking back what the user has just given up, or given by /execute: eight seconds, wherever it was done from (ux 2.10). It needed one step,
// so taking it back by the same hand does too; nobody else's change is offered.

import { PostureChanges } from "@kibitz/contract"
import { X } from "lucide-react"
import { useEffect, useRef, useState } from "react"
import { nameOf } from "../../kernel/agents/agent-names.ts"
import { UNDONE, type Undoable } from "../../kernel/replica/undoable.ts"
import type { Asks } from "../../kernel/session/offers.ts"
import { useSession, useWorld } from "../../kernel/session/session-context.ts"
import { lay } from "./lay.ts"
import { undoWords } from "./undo-words.ts"
import { useKeptInPlace } from "./use-toasts.ts"

export const UNDO_MS = 8_000

export function Undo() {
  const undoable = useWorld((state) => state.undoable)
  const [over, setOver] = useState<number | null>(null)
  const seq = undoable?.seq ?? null
  useEffect(() => {
    if (seq === null) return
    const timer = setTimeout(() => setOver(seq), UNDO_MS)
    return () => clearTimeout(timer)
  }, [seq])
  if (!undoable || undoable.steps.length === 0 || over === undoable.seq) return null
  return <UndoToast key={undoable.seq} undoable={undoable} onClose={() => setOver(undoable.seq)} />
}

function UndoToast({ undoable, onClose }: { undoable: Undoable; onClose(): void }) {
  const session = useSession<Asks>()
  const [own] = undoable.steps
  const name = useWorld(({ world }) => (world && own ? nameOf(world, own.agentId) : ""))
  const element = useRef<HTMLDivElement>(null)
  useKeptInPlace(() => lay(element.current, ""))
  const undo = async () => {
    onClose()
    for (const { agentId, axis, from } of undoable.steps) {
      const changes = PostureChanges.parse({ [axis]: from })
      // One axis at a time, and the toast names its value: that is what the press confirms.
      const { accepted } = await session.ask({
        type: "posture.change",
        agentId,
        changes,
        when: "now",
        reason: UNDONE,
        confirm: from,
      })
      if (!accepted) return
    }
  }
  return (
    <div ref={element} className="toast toast-undo" data-testid="undo" role="status">
      <p className="toast-what">{undoWords(name, undoable.steps)}</p>
      <button type="button" className="button button-small" onClick={() => void undo()}>
        Undo
      </button>
      <button type="button" className="icon-button" aria-label="Hide" title="Hide" onClick={onClose}>
        <X size="0.8125rem" aria-hidden />
      </button>
    </div>
  )
}
