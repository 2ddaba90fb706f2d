// Owns: doing what was chosen in the palette. Whatever moves the focus or opens something happens after the palette has given the focus back.

import type { AgentId } from "@kibitz/contract"
import { flushSync } from "react-dom"
import type { ActionId } from "../../kernel/keys/actions.ts"
import type { Remarks } from "../../kernel/session/offers.ts"
import type { SettingsPage } from "../../kernel/session/screen-state.ts"
import { useSession } from "../../kernel/session/session-context.ts"
import { type RunsSlash, runSlash } from "../../kernel/slash/use-slash.ts"
import { choose, runLine, type Step } from "./choose.ts"
import type { Entry } from "./entries.ts"
import { goToAgent } from "./go-to-agent.ts"
import { remember } from "./recent.ts"
import type { PaletteState } from "./use-palette.ts"

export type ChoosingFacts = {
  readonly pages: readonly { readonly id: SettingsPage; readonly name: string }[]
  onRun(id: ActionId, scope: AgentId): void
  onClose(): void
}

export type Choosing = {
  pick(entry: Entry): void
  /** What is typed, as it is; only a slash line can be. */
  runTyped(): void
  /** Its chat in a pane of its own. */
  openBeside(agentId: AgentId): void
}

export function useChoosing(state: PaletteState, { pages, onRun, onClose }: ChoosingFacts): Choosing {
  const session = useSession<RunsSlash & Remarks>()

  function close(then: () => void): void {
    flushSync(onClose)
    then()
  }

  async function run(line: string, closesFirst: boolean): Promise<void> {
    if (closesFirst) flushSync(onClose)
    const why = await runSlash(session, state.scope, line)
    if (why === null) return closesFirst ? undefined : onClose()
    if (closesFirst) session.remark(why)
    else state.refuse(why)
  }

  function take(step: Step): void {
    if (step.kind === "refused") return state.refuse(step.why)
    if (step.kind === "write") return state.write(step.text)
    if (step.kind === "run") return void run(step.line, step.closesFirst)
    const { act } = step
    if (act.kind === "agent") {
      if (state.isPickingScope) return state.actOn(act.agentId)
      return close(() => goToAgent(session, act))
    }
    if (act.kind === "action") return close(() => onRun(act.id, state.scope))
    const page = pages.find(({ id }) => id === act.page)
    if (page) close(() => session.show({ kind: "settings", page: page.id }))
  }

  return {
    pick: (entry) => {
      if (!state.isPickingScope && entry.refusal === null) remember(session.keep, entry.key)
      take(choose(entry, state))
    },
    runTyped: () => {
      if (state.source === "slash") take(runLine(state.text, state.world, state.scope))
    },
    openBeside: (agentId) => close(() => onRun("split", agentId)),
  }
}
