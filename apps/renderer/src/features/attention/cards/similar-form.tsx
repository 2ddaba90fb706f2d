// Owns: choosing and editing what is allowed beyond this once. The pattern is shown as it will be stored; the narrowest is proposed.
import type { ApprovalItem } from "@kibitz/contract"
import { showPattern } from "@kibitz/domain"
import { useId, useState } from "react"
import { useCard, useSubmit } from "../../../kernel/attention/card-tools.ts"
import { idsOf, shownOf } from "./approval-answers.ts"
import { Action } from "./card-parts.tsx"
import { decisionFor, type Scope } from "./similar.ts"

export function SimilarForm({ item, agent }: { item: ApprovalItem; agent: string }) {
  const { answer } = useCard()
  const id = useId()
  const choices = item.patterns.map(showPattern)
  const [text, setText] = useState(choices[0] ?? "")
  const [scope, setScope] = useState<Scope>("session")
  const [uses, setUses] = useState("20")
  const [minutes, setMinutes] = useState("60")
  const decision = decisionFor({ scope, text, capability: item.capability, agentId: item.agentId, uses, minutes })
  const problem = "problem" in decision ? decision.problem : null

  const allow = (thenNext: boolean) => {
    if ("problem" in decision) return false
    answer(idsOf([item]), { type: "approval.answer", items: shownOf([item]), decision }, thenNext)
    return true
  }
  useSubmit(allow)

  return (
    <>
      <div className="card-form">
        <label htmlFor={id}>Also allow, from now on</label>
        {choices.length > 1 && <PatternChoices choices={choices} chosen={text} onChoose={setText} />}
        <input
          id={id}
          className="field field-mono"
          value={text}
          spellCheck={false}
          autoComplete="off"
          // biome-ignore lint/a11y/noAutofocus: the user just asked to choose what is similar
          autoFocus
          aria-invalid={problem !== null}
          aria-describedby={`${id}-note`}
          onChange={(event) => setText(event.target.value)}
        />
        <fieldset className="scopes">
          <legend className="visually-hidden">For whom and how long</legend>
          <ScopeChoice name={id} value="session" chosen={scope} onChoose={setScope}>
            {agent}, until Kibitz is closed
          </ScopeChoice>
          <ScopeChoice name={id} value="lease" chosen={scope} onChoose={setScope}>
            {agent} and all below,
            <Amount label="How many times" value={uses} onChange={setUses} onFocus={() => setScope("lease")} /> times within
            <Amount label="Within how many minutes" value={minutes} onChange={setMinutes} onFocus={() => setScope("lease")} />{" "}
            minutes
          </ScopeChoice>
          <ScopeChoice name={id} value="rule" chosen={scope} onChoose={setScope}>
            Everybody in this project, until you revoke it
          </ScopeChoice>
        </fieldset>
        <p
          id={`${id}-note`}
          className={problem === null ? "card-note" : "card-note failed-text"}
          role={problem === null ? undefined : "alert"}
        >
          {problem ?? "Listed in Settings, Access, where it can be revoked."}
        </p>
      </div>
      {/* Outside of the form's box, in which it could not stay in view. */}
      <div className="card-form-end">
        <Action tone="primary" isDisabled={problem !== null} about={text} onAct={() => allow(false)}>
          Approve and remember
        </Action>
      </div>
    </>
  )
}

type PatternChoicesProps = { choices: readonly string[]; chosen: string; onChoose(choice: string): void }

function PatternChoices({ choices, chosen, onChoose }: PatternChoicesProps) {
  return (
    <fieldset className="pattern-choices" aria-label="Proposed patterns, narrowest first">
      {choices.map((choice) => (
        <button
          key={choice}
          type="button"
          className="pattern-choice"
          aria-pressed={choice === chosen}
          onClick={() => onChoose(choice)}
        >
          {choice}
        </button>
      ))}
    </fieldset>
  )
}

type ScopeChoiceProps = {
  name: string
  value: Scope
  chosen: Scope
  onChoose(scope: Scope): void
  children: React.ReactNode
}

function ScopeChoice({ name, value, chosen, onChoose, children }: ScopeChoiceProps) {
  return (
    <div className="scope">
      <label>
        <input type="radio" name={name} checked={chosen === value} onChange={() => onChoose(value)} />
        <span>{children}</span>
      </label>
    </div>
  )
}

type AmountProps = { label: string; value: string; onChange(value: string): void; onFocus(): void }

function Amount({ label, value, onChange, onFocus }: AmountProps) {
  return (
    <input
      className="field amount"
      aria-label={label}
      inputMode="numeric"
      value={value}
      onFocus={onFocus}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
