// Owns: changing a posture by hand. One click lowers; raising shows what becomes possible and wants a second, other click.

import { type Agent, type Posture, PostureChanges, type SteerableAxis, SteerScope } from "@kibitz/contract"
import { type Raise, raisesIn, remainingUsd, USUAL_SCOPE } from "@kibitz/domain"
import { X } from "lucide-react"
import { type KeyboardEvent, useId, useRef, useState } from "react"
import { ChangeButton, useChangeField } from "../../kernel/controls/change-button.tsx"
import { type AxisWords, axes, scopeWords } from "../../kernel/posture/axes.ts"
import type { Asks } from "../../kernel/session/offers.ts"
import { useSession, useWorld } from "../../kernel/session/session-context.ts"
import { money } from "../../kernel/words/attention-copy.ts"
import { Confirm } from "./confirm.tsx"
import "./posture-panel.css"

export function PosturePanel({ agent, first }: { agent: Agent; first: SteerableAxis }) {
  const session = useSession<Asks>()
  const [raising, setRaising] = useState<Raise | null>(null)
  const [when, setWhen] = useState<SteerScope | "">("")
  const [refusal, setRefusal] = useState<string | null>(null)
  const values = useRef<HTMLDivElement>(null)

  async function change(axis: SteerableAxis, to: string, confirm?: string): Promise<void> {
    const changes = PostureChanges.parse({ [axis]: to })
    const outcome = await session.askQuietly({
      type: "posture.change",
      agentId: agent.id,
      changes,
      reason: "chosen in the badge",
      ...(when === "" ? {} : { when }),
      ...(confirm === undefined ? {} : { confirm }),
    })
    setRefusal(outcome.accepted ? null : outcome.rejection.message)
    if (outcome.accepted) leave(axis)
  }

  /** The buttons that confirm are about to vanish, and the focus with them. */
  function leave(axis: SteerableAxis): void {
    setRaising(null)
    values.current?.querySelector<HTMLElement>(`[data-axis=${axis}] [aria-pressed=true]`)?.focus()
  }

  function choose(axis: SteerableAxis, to: string): void {
    const [raise = null] = raisesIn(agent, PostureChanges.parse({ [axis]: to }))
    setRefusal(null)
    setRaising(raise)
    if (raise !== null) return
    if (agent.posture[axis] !== to || agent.pendingSteers.some((steer) => steer.axis === axis)) void change(axis, to)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the values inside, caught once for all
    <div ref={values} onKeyDown={moveByArrows}>
      {axes.map((words) => (
        <AxisRow
          key={words.axis}
          words={words}
          posture={agent.posture}
          isFirst={words.axis === first}
          raising={raising?.axis === words.axis ? raising.to : null}
          onChoose={(to) => choose(words.axis, to)}
        >
          {raising?.axis === words.axis && (
            <Confirm
              key={raising.to}
              agent={agent}
              raises={[raising]}
              onConfirm={(confirm) => void change(raising.axis, raising.to, confirm)}
              onCancel={() => leave(raising.axis)}
            />
          )}
          {words.axis === "modelMode" && <NamedModel agent={agent} onGiveUp={() => leave("modelMode")} />}
        </AxisRow>
      ))}
      {refusal !== null && (
        <p className="panel-refusal" role="alert">
          {refusal}
        </p>
      )}
      <PendingList agent={agent} />
      {agent.turn !== null && <When agent={agent.name} when={when} onChange={setWhen} />}
      <Money agent={agent} />
    </div>
  )
}

type AxisRowProps = {
  words: AxisWords
  posture: Posture
  isFirst: boolean
  raising: string | null
  onChoose(to: string): void
  children: React.ReactNode
}

function AxisRow({ words, posture, isFirst, raising, onChoose, children }: AxisRowProps) {
  const value = posture[words.axis]
  const id = useId()
  // Tab goes from axis to axis, the arrows go to the values: one of them is where Tab arrives.
  const [reached, reach] = useState<string | null>(null)
  return (
    <fieldset className="axis" aria-labelledby={id} data-axis={words.axis}>
      <span id={id} className="axis-name">
        {words.name}
      </span>
      <div className="axis-values">
        {words.values.map((one) => (
          <ChangeButton
            key={one}
            className="axis-value"
            aria-pressed={one === value}
            tabIndex={one === (reached ?? value) ? 0 : -1}
            onFocus={() => reach(one)}
            onBlur={() => reach(null)}
            data-raising={one === raising || undefined}
            data-first-focus={isFirst && one === value ? "" : undefined}
            title={words.what[one]}
            onClick={() => onChoose(one)}
          >
            {one}
          </ChangeButton>
        ))}
      </div>
      <p className="axis-what">{words.what[raising ?? value]}</p>
      {children}
    </fieldset>
  )
}

/** Left and right along the values of an axis, up and down to the next one. Only the focus moves: what is chosen is pressed (ux 7.14). */
function moveByArrows(event: KeyboardEvent<HTMLDivElement>): void {
  const { target, key, ctrlKey, metaKey, altKey, shiftKey } = event
  if (ctrlKey || metaKey || altKey || shiftKey || !(target instanceof HTMLElement) || !target.matches(".axis-value")) return
  const row = target.closest(".axis")
  const along = [...(row?.querySelectorAll<HTMLElement>(".axis-value") ?? [])]
  const across = [...event.currentTarget.querySelectorAll<HTMLElement>(".axis-value[tabindex='0']")]
  const to = {
    ArrowRight: neighbour(along, target, 1),
    ArrowLeft: neighbour(along, target, -1),
    ArrowDown: neighbour(across, target, 1),
    ArrowUp: neighbour(across, target, -1),
    Home: along[0],
    End: along.at(-1),
  }[key]
  if (!to) return
  event.preventDefault()
  event.stopPropagation()
  to.focus()
}

function neighbour(all: readonly HTMLElement[], from: HTMLElement, by: 1 | -1): HTMLElement | undefined {
  return all[(all.indexOf(from) + by + all.length) % all.length]
}

/** A model that the user named stays whatever the mode is; this is the way back (AXS-8). */
function NamedModel({ agent, onGiveUp }: { agent: Agent; onGiveUp(): void }) {
  const session = useSession<Asks>()
  if (agent.model === null) return null
  const giveUp = () => {
    void session.ask({ type: "agent.choose-model", agentId: agent.id, model: null })
    onGiveUp()
  }
  return (
    <p className="axis-named">
      <span>
        Uses <bdi>{agent.model}</bdi>, which you named, in every mode.
      </span>
      <ChangeButton className="button button-small" onClick={giveUp}>
        Let the mode choose
      </ChangeButton>
    </p>
  )
}

function PendingList({ agent }: { agent: Agent }) {
  const session = useSession<Asks>()
  if (agent.pendingSteers.length === 0) return null
  return (
    <div className="panel-pending">
      <ul>
        {agent.pendingSteers.map(({ axis, to, scope }) => (
          <li key={axis}>
            {agent.posture[axis]} → {to} {scopeWords[scope]}
          </li>
        ))}
      </ul>
      <ChangeButton
        className="button button-small"
        onClick={() => void session.ask({ type: "posture.cancel-steer", agentId: agent.id })}
      >
        <X size="0.75rem" aria-hidden /> Take back
      </ChangeButton>
    </div>
  )
}

function When({ agent, when, onChange }: { agent: string; when: SteerScope | ""; onChange(when: SteerScope | ""): void }) {
  const id = useId()
  const field = useChangeField()
  return (
    <div className="panel-when">
      <label htmlFor={id}>{agent} is working. Changes hold</label>
      <select
        id={id}
        {...field}
        className="field"
        value={when}
        onChange={(event) => onChange(SteerScope.safeParse(event.target.value).data ?? "")}
      >
        <option value="">{scopeWords[USUAL_SCOPE]}; lowering at once</option>
        {SteerScope.options.map((scope) => (
          <option key={scope} value={scope}>
            {scopeWords[scope]}
          </option>
        ))}
      </select>
    </div>
  )
}

function Money({ agent }: { agent: Agent }) {
  const left = useWorld(({ world }) => (world ? remainingUsd(world, agent) : null))
  const spent = agent.spentUsd + agent.spentBelowUsd
  return (
    <p className="panel-money">
      {agent.limitUsd === null
        ? `${money(spent)} spent, no limit of its own`
        : `${money(spent)} of ${money(agent.limitUsd)} spent`}
      {left !== null && `, ${money(left)} left`}. <code>/budget</code> sets a limit.
    </p>
  )
}
