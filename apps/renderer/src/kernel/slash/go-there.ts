// Owns: what the commands that move the user do on this screen.

import { AgentId, type AttentionItem, type World } from "@kibitz/contract"
import { findAgent, type SlashEffect } from "@kibitz/domain"
import type { Asks, Frame, HasKeep, HasReplica, HasShell, Places, Waiting } from "../session/offers.ts"
import { paneOf } from "../view/view.ts"
import { openBeside, openThisBeside } from "../ways/beside.ts"

type Going = Extract<SlashEffect, { kind: "go" }>

export type GoesThere = HasReplica & HasKeep & HasShell & Waiting & Asks & Frame & Places

/** Null when it was done; otherwise why not. */
export async function goThere(session: GoesThere, from: AgentId, { to, argument }: Going): Promise<string | null> {
  const named = argument === "" ? undefined : AgentId.safeParse(argument).data
  switch (to) {
    case "agent":
      return done(() => session.open(named ?? from))
    case "overview":
      return named === undefined ? done(session.leave) : leaveOne(session, named)
    case "attention":
      return named === undefined ? done(() => session.walk.next()) : attend(session, named)
    case "split":
      return named === undefined ? openBeside(session, from) : openThisBeside(session, named)
    case "pop-out":
      return session.shell.popOut(named ?? from)
    case "pin":
      return done(() => session.go.pin(from, Number(argument)))
    case "snooze":
      return session.closed() ?? snooze(session, from, argument)
  }
}

function done(move: () => void): null {
  move()
  return null
}

/** Its pane, where there are others; otherwise the map takes its place. */
function leaveOne({ go, replica, leave }: HasReplica & Places, agentId: AgentId): string | null {
  const view = go.view.getState()
  const pane = paneOf(view, agentId)
  if (!pane) return `${nameIn(replica.world.getState().world, agentId)} is not open here.`
  return done(() => (view.panes.length === 1 ? leave() : go.closePane(pane.name)))
}

function attend(session: HasReplica & Waiting, agentId: AgentId): string | null {
  const { world } = session.replica.world.getState()
  const items = world ? waitingOf(session.desk.order(world), agentId, null) : []
  if (items.length === 0) return `${nameIn(world, agentId)} needs nothing from you.`
  return done(() =>
    session.walk.to(
      agentId,
      items.map(({ id }) => id),
      "next-attention",
    ),
  )
}

function nameIn(world: World | null, agentId: AgentId): string {
  return (world && findAgent(world, agentId)?.name) ?? "It"
}

const minutes: Readonly<Record<string, number>> = { "5m": 5, "30m": 30 }

async function snooze(session: HasReplica & Waiting & Asks & Frame, agentId: AgentId, span: string): Promise<string | null> {
  const { world } = session.replica.world.getState()
  const items = world ? waitingOf(session.desk.order(world), agentId, session.screen.getState().unfolded) : []
  if (items.length === 0) return `${nameIn(world, agentId)} needs nothing from you.`
  const until = minutes[span] ?? "tomorrow"
  const outcomes = await Promise.all(items.map(({ id }) => session.askQuietly({ type: "attention.snooze", itemId: id, until })))
  const refused = outcomes.find((outcome) => !outcome.accepted)
  return refused && !refused.accepted ? refused.rejection.message : null
}

/** The card that is open where it is this agent's; otherwise the most urgent, with those that are answered together with it. */
export function waitingOf(
  order: readonly { readonly items: readonly AttentionItem[] }[],
  agentId: AgentId,
  unfolded: string | null,
): readonly AttentionItem[] {
  const groups = order.map(({ items }) => items.filter((item) => item.agentId === agentId)).filter((items) => items.length > 0)
  return groups.find((items) => items.some(({ id }) => id === unfolded)) ?? groups[0] ?? []
}
