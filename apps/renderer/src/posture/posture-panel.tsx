// Owns: changing a posture by hand. One click lowers; raising shows what becomes possible and wants a second, other click.
import { type Agent, type Posture, PostureChanges, type SteerableAxis, SteerScope } from "@kibitz/contract"
import { allAgents, remainingUsd } from "@kibitz/domain"
import { X } from "lucide-react"
import { useId, useRef, useState } from "react"
import { useSession, useWorld } from "../app/session-context.ts"
import { money } from "../attention/attention-copy.ts"
import { type AxisWords, axes, scopeWords, stepTo, whatRaisingDoes } from "./axes.ts"

type Raising = { readonly axis: SteerableAxis; readonly to: string }

export function PosturePanel({ agent, first }: { agent: Agent; first: SteerableAxis }) {
  const session = useSession()
  const [raising, setRaising] = useState<Raising | null>(null)
  const [when, setWhen] = useState<SteerScope | "">("")
  const [refusal, setRefusal] = useState<string | null>(null)
  const values = useRef<HTMLDivElement>(null)

  async function change(axis: SteerableAxis, to: string, confirm?: string): Promise<void> {
    const isLower = stepTo(axis, agent.posture[axis], to) === "lower"
    const changes = PostureChanges.parse({ [axis]: to })
    const outcome = await session.askQuietly({
      type: "posture.change",
      agentId: agent.id,
      changes,
      reason: "chosen in the badge",
      ...(when === "" || isLower ? {} : { when }),
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
    const step = stepTo(axis, agent.posture[axis], to)
    setRefusal(null)
    if (step === "raise") return setRaising({ axis, to })
    setRaising(null)
    if (step !== "same" || agent.pendingSteers.some((steer) => steer.axis === axis)) void change(axis, to)
  }

  return (
    <div ref={values}>
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
              raising={raising}
              onConfirm={(confirm) => void change(raising.axis, raising.to, confirm)}
              onCancel={() => leave(raising.axis)}
            />
          )}
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
  return (
    <fieldset className="axis" aria-labelledby={id} data-axis={words.axis}>
      <span id={id} className="axis-name">
        {words.name}
      </span>
      <div className="axis-values">
        {words.values.map((one) => (
          <button
            key={one}
            type="button"
            className="axis-value"
            aria-pressed={one === value}
            data-raising={one === raising || undefined}
            data-first-focus={isFirst && one === value ? "" : undefined}
            title={words.what[one]}
            onClick={() => onChoose(one)}
          >
            {one}
          </button>
        ))}
      </div>
      <p className="axis-what">{words.what[raising ?? value]}</p>
      {children}
    </fieldset>
  )
}

type ConfirmProps = { agent: Agent; raising: Raising; onConfirm(confirm?: string): void; onCancel(): void }

function Confirm({ agent, raising: { axis, to }, onConfirm, onCancel }: ConfirmProps) {
  const id = useId()
  const [typed, setTyped] = useState("")
  const below = useWorld(({ world }) => (world ? countBelow(allAgents(world), agent) : 0))
  const isWordNeeded = to === "unrestricted"
  const isReady = !isWordNeeded || typed.trim() === "unrestricted"
  return (
    <fieldset className="axis-confirm" aria-label={`Confirm ${to}`}>
      <p>
        {whatRaisingDoes(axis, to, agent.name, agent.posture)}{" "}
        {below > 0 && (below === 1 ? "The agent below keeps what it has." : `The ${below} agents below keep what they have.`)}
      </p>
      {isWordNeeded && (
        <>
          <label htmlFor={id}>To go on, type the word unrestricted</label>
          <input
            id={id}
            className="field field-mono"
            value={typed}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setTyped(event.target.value)}
          />
        </>
      )}
      <div className="axis-confirm-actions">
        <button type="button" className="button" onClick={onCancel}>
          Leave it
        </button>
        <button
          type="button"
          className={`button ${isWordNeeded ? "button-danger" : ""}`}
          disabled={!isReady}
          onClick={() => onConfirm(isWordNeeded ? "unrestricted" : undefined)}
        >
          Confirm {to}
        </button>
      </div>
    </fieldset>
  )
}

function countBelow(all: readonly Agent[], agent: Agent): number {
  const byId = new Map(all.map((one) => [one.id, one]))
  const waiting = [...agent.childIds]
  let count = 0
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    count += 1
    waiting.push(...(byId.get(id)?.childIds ?? []))
  }
  return count
}

function PendingList({ agent }: { agent: Agent }) {
  const session = useSession()
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
      <button
        type="button"
        className="button button-small"
        onClick={() => void session.ask({ type: "posture.cancel-steer", agentId: agent.id })}
      >
        <X size="0.75rem" aria-hidden /> Take back
      </button>
    </div>
  )
}

function When({ agent, when, onChange }: { agent: string; when: SteerScope | ""; onChange(when: SteerScope | ""): void }) {
  const id = useId()
  return (
    <div className="panel-when">
      <label htmlFor={id}>{agent} is working. Changes hold</label>
      <select
        id={id}
        className="field"
        value={when}
        onChange={(event) => onChange(SteerScope.safeParse(event.target.value).data ?? "")}
      >
        <option value="">after this unit; lowering at once</option>
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
