// A desk at which notices arrive, on a clock that the test turns.
import { type AttentionItem, type AttentionPolicy, defaultSettings, fromInstant, type Instant, toInstant } from "@kibitz/contract"
import { sampleItem, teamTime } from "@kibitz/testkit"
import { beginNotifying, type NotifyAction, type NotifyInput, notifyStep } from "../notify-policy.ts"

export const calm = defaultSettings.attention
export const SECOND = 1_000
export const MINUTE = 60 * SECOND

/** Time passes only here; what falls due meanwhile is ticked for, as the one timer would. */
export function desk(policy: Partial<AttentionPolicy> = {}, { start = teamTime, zone = "UTC", focused = false } = {}) {
  let state = beginNotifying(focused)
  let ms = 0
  let quietUntil: Instant | null = null
  const log: { at: number; action: NotifyAction }[] = []
  const context = () => ({
    now: { ms, at: toInstant(fromInstant(start).add({ milliseconds: ms })) },
    policy: { ...calm, ...policy },
    quietUntil,
    zone,
  })
  const hear = (input: NotifyInput) => {
    const step = notifyStep(state, input, context())
    state = step.state
    log.push(...step.actions.map((action) => ({ at: ms, action })))
  }
  return {
    log,
    hear,
    raise: (item: AttentionItem, name: string = item.agentId) => hear({ type: "raised", item, name, joined: false }),
    pass(by: number) {
      const end = ms + by
      while (state.due !== null && state.due <= end) {
        ms = Math.max(ms, state.due)
        hear({ type: "tick" })
      }
      ms = end
    },
    focus: (isFocused: boolean) => hear({ type: "focus", focused: isFocused }),
    headsDown(minutes: number) {
      quietUntil = toInstant(fromInstant(start).add({ milliseconds: ms + minutes * MINUTE }))
    },
    titles: () => log.flatMap(({ action }) => ("notice" in action ? [action.notice.title] : [])),
    last: () => log.at(-1)?.action,
  }
}

let made = 0
export const question = (agentId: string, text = "Which one?") =>
  sampleItem("question", { id: `q${++made}`, agentId, question: text })
export const budget = (agentId: string) => sampleItem("budget", { id: `b${++made}`, agentId })
