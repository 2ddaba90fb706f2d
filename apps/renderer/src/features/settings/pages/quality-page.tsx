// Owns: the commands every task of this project has to pass before it counts as done (VER-1). Kibitz runs them, not the agent.
import type { QualityCommand } from "@kibitz/contract"
import { ArrowUp, X } from "lucide-react"
import { useId, useState } from "react"
import { useSettings } from "../../../kernel/session/session-context.ts"
import { useSettingsChange } from "../../../kernel/settings/use-settings-change.tsx"

export function QualityPage() {
  const commands = useSettings()?.qualityCommands
  const { change, refusal } = useSettingsChange()
  if (!commands) return null
  const inOrder = commands.toSorted((a, b) => a.order - b.order)
  const save = (next: readonly QualityCommand[]) =>
    change({ qualityCommands: next.map((command, order) => ({ ...command, order })) })
  return (
    <section className="setting" aria-label="Quality checks">
      <h3>Quality checks</h3>
      <p className="key-state">
        When an agent says that it is done, Kibitz runs these in the project, in this order. They pass the same gate as any
        command.
      </p>
      {inOrder.length === 0 && <p className="setting-note">None yet. Without any, only what an agent has promised is checked.</p>}
      <ol className="quality-list">
        {inOrder.map((command, at) => (
          <li key={`${command.name} ${command.command}`}>
            <span className="quality-name">{command.name}</span>
            <code>{command.command}</code>
            <label>
              <input
                type="checkbox"
                checked={command.required}
                onChange={(event) => save(inOrder.with(at, { ...command, required: event.target.checked }))}
              />{" "}
              required
            </label>
            <button
              type="button"
              className="icon-button"
              aria-label={`Run ${command.name} earlier`}
              disabled={at === 0}
              onClick={() => save(moved(inOrder, at))}
            >
              <ArrowUp size="0.875rem" aria-hidden />
            </button>
            <button
              type="button"
              className="icon-button"
              aria-label={`Remove ${command.name}`}
              onClick={() => save(inOrder.toSpliced(at, 1))}
            >
              <X size="0.875rem" aria-hidden />
            </button>
          </li>
        ))}
      </ol>
      <AddCommand
        onAdd={(name, command) =>
          save([...inOrder, { name, command, required: true, order: inOrder.length, timeoutSeconds: 300 }])
        }
      />
      {refusal}
    </section>
  )
}

function moved(commands: readonly QualityCommand[], at: number): readonly QualityCommand[] {
  const command = commands[at]
  return command ? commands.toSpliced(at, 1).toSpliced(at - 1, 0, command) : commands
}

function AddCommand({ onAdd }: { onAdd(name: string, command: string): void }) {
  const id = useId()
  const [command, setCommand] = useState("")
  const [name, setName] = useState("")
  const canAdd = command.trim() !== ""
  return (
    <form
      className="quality-add"
      onSubmit={(event) => {
        event.preventDefault()
        if (!canAdd) return
        onAdd((name.trim() || command.trim()).slice(0, 60), command.trim())
        setCommand("")
        setName("")
      }}
    >
      <label htmlFor={`${id}-command`}>Add a check</label>
      <div className="field-line">
        <input
          id={`${id}-command`}
          className="field field-mono"
          placeholder="npm test"
          spellCheck={false}
          value={command}
          onChange={(event) => setCommand(event.target.value)}
        />
        <input
          className="field"
          aria-label="Name of the check"
          placeholder="Name, if you like"
          maxLength={60}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <button type="submit" className="button" disabled={!canAdd}>
          Add
        </button>
      </div>
    </form>
  )
}
