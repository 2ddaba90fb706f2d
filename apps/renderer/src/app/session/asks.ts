// Owns: asking the host for changes: why it cannot be done here, and what becomes of a refusal.
import type { AgentId } from "@kibitz/contract"
import { findAgent } from "@kibitz/domain"
import type { WireClient } from "../../kernel/bridge/wire-client.ts"
import type { Desk } from "../../kernel/desk/desk.ts"
import { actionOf } from "../../kernel/keys/actions.ts"
import { closedWhy, looksOf } from "../../kernel/replica/closed.ts"
import type { Replica } from "../../kernel/replica/replica.ts"
import { until } from "../../kernel/replica/until.ts"
import type { Asks, Remarks } from "../../kernel/session/offers.ts"

type Needs = Remarks & { readonly client: WireClient; readonly replica: Replica; readonly desk: Pick<Desk, "answering"> }

export function createAsks({ client, replica, desk, remark }: Needs): Asks {
  const closed = () => closedWhy(replica.world.getState().app?.readOnly)
  const refuses: Asks["refuses"] = (action) => (actionOf(action).changes ? closed() : null)

  const askQuietly: Asks["askQuietly"] = async (command, card) => {
    const looks = closed() === null ? null : looksOf(command)
    if (looks) return { accepted: true, seq: replica.look(looks) }
    if (card) desk.answering(card.items)
    const outcome = await client.dispatch(command, card)
    if (card && !outcome.accepted) desk.answering(card.items, false)
    return outcome
  }

  const ask: Asks["ask"] = async (command, card) => {
    const outcome = await askQuietly(command, card)
    remark(outcome.accepted ? null : outcome.rejection.message)
    return outcome
  }

  return {
    closed,
    refuses,
    refuse: (action) => {
      const why = refuses(action)
      if (why !== null) remark(why, "quiet")
      return why !== null
    },
    ask,
    askQuietly,
    restart: (agentId) => {
      const retry = () => void ask({ type: "turn.retry", agentId })
      void ask({ type: "turn.interrupt", agentId }).then((outcome) => {
        if (outcome.accepted) whenIdle(replica, agentId, retry)
      })
    },
    reconnect: client.reconnect,
  }
}

function whenIdle(replica: Replica, agentId: AgentId, then: () => void): void {
  const isIdle = () => {
    const { world } = replica.world.getState()
    return !(world && findAgent(world, agentId)?.turn)
  }
  until(replica.world, () => {
    if (!isIdle()) return false
    then()
    return true
  })
}
