// Owns: that keys which work everywhere go to whoever offers that action right now.

import { useMemo } from "react"
import { useCommands } from "../../kernel/keyboard/use-commands.ts"
import { type Handlers, useKeys } from "../../kernel/keyboard/use-keys.ts"
import { type ActionId, actions } from "../../kernel/keys/actions.ts"
import type { Commands } from "../../kernel/keys/registry.ts"
import type { Session } from "../../kernel/session/offers.ts"
import { useSession } from "../../kernel/session/session-context.ts"
import { subjectOf } from "../commands/commands.ts"
import { leaveButtonBehind } from "./enter-pane.ts"

export function useFrameKeys(commands: Commands): void {
  const session = useSession<Session>()
  useCommands(commands)
  const handlers = useMemo<Handlers>(() => {
    const run = (id: ActionId) => () => session.commands.run(id, subjectOf(session))
    const out = (id: ActionId) => () => {
      const outcome = run(id)()
      leaveButtonBehind()
      return outcome
    }
    return {
      ...Object.fromEntries(actions.map(({ id }) => [id, run(id)])),
      "zoom-out": out("zoom-out"),
      "zoom-out-now": out("zoom-out-now"),
    }
  }, [session])
  useKeys(handlers, "global")
}
