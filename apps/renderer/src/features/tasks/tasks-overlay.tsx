// Owns: the task list over the frame, and docked at the right where the user has pinned it. Neither leaves anybody (ux 1.12).

import { Pin, PinOff, X } from "lucide-react"
import type { Frame } from "../../kernel/session/offers.ts"
import { useSession } from "../../kernel/session/session-context.ts"
import { Dialog } from "../../kernel/ui/dialog.tsx"
import { TaskList } from "./task-list.tsx"

const TITLE = "Tasks"

export function TasksOverlay({ onClose }: { onClose(): void }) {
  const session = useSession<Frame>()
  const dock = () => {
    onClose()
    session.showPanels({ tasks: true })
  }
  return (
    <Dialog
      title={TITLE}
      note="everything in the background"
      testId="tasks-overlay"
      className="tasks-dialog"
      onClose={onClose}
      actions={
        <button type="button" className="icon-button" aria-label="Pin to the right" title="Pin to the right" onClick={dock}>
          <Pin size="0.875rem" aria-hidden />
        </button>
      }
    >
      <div className="tasks-body">
        <TaskList onGo={onClose} />
      </div>
    </Dialog>
  )
}

export function DockedTasks() {
  const session = useSession<Frame>()
  const undock = () => session.showPanels({ tasks: false })
  return (
    <aside className="tasks-docked" data-region="tasks" data-testid="tasks-docked" aria-label={TITLE}>
      <header className="tasks-head">
        <h2>{TITLE}</h2>
        <button
          type="button"
          className="icon-button"
          aria-label="Unpin; opens as an overlay"
          title="Unpin; opens as an overlay"
          onClick={() => {
            undock()
            session.show({ kind: "tasks" })
          }}
        >
          <PinOff size="0.875rem" aria-hidden />
        </button>
        <button type="button" className="icon-button" aria-label="Close" title="Close" onClick={undock}>
          <X size="0.875rem" aria-hidden />
        </button>
      </header>
      <TaskList onGo={() => {}} />
    </aside>
  )
}
