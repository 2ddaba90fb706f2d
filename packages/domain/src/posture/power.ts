// Owns: which value of an axis is more than another. Only phase and permissionProfile are power that a child takes from its parent.

import type { Agent } from "@kibitz/contract"
import { type Axis, PermissionProfile, Phase, Posture, type World } from "@kibitz/contract"
import { findAgent } from "../team/agents.ts"

export const powerAxes = ["phase", "permissionProfile"] as const
export type PowerAxis = (typeof powerAxes)[number]
export type Limits = Partial<Pick<Posture, PowerAxis>>

/** Axes whose values are ranked, in the order in which a confirmation names them. */
export const rankedAxes = ["phase", "permissionProfile", "runControl"] as const
export type RankedAxis = (typeof rankedAxes)[number]

/** From least to most. Going back to manual takes no right away, but it is still a way to say "slower", so it does not wait either. */
const ladders: Readonly<Record<RankedAxis, readonly string[]>> & Readonly<Partial<Record<Axis, readonly string[]>>> = {
  phase: Phase.options,
  permissionProfile: PermissionProfile.options,
  runControl: ["manual", "assisted", "autonomous"],
}

export function isPower(axis: Axis): axis is PowerAxis {
  return (powerAxes as readonly Axis[]).includes(axis)
}

/** A word nobody knows counts as the least (AXS-4). */
export function rank(axis: Axis, value: string): number {
  return Math.max(0, ladders[axis]?.indexOf(value) ?? 0)
}

export function isLowering(axis: Axis, from: string, to: string): boolean {
  return rank(axis, to) < rank(axis, from)
}

export function lesser(axis: Axis, one: string, other: string): string {
  return isLowering(axis, one, other) ? other : one
}

/** What the parent has: nobody below may have more (AXS-5). null: no parent, or an axis that is not power. */
export function ceiling(world: World, agent: Agent, axis: Axis): { readonly parent: Agent; readonly value: string } | null {
  const parent = agent.parentId && isPower(axis) ? findAgent(world, agent.parentId) : undefined
  return parent ? { parent, value: parent.posture[axis] } : null
}

export function withAxis(posture: Posture, axis: Axis, value: string): Posture {
  const known = Posture.shape[axis].safeParse(value)
  if (known.success) return { ...posture, [axis]: known.data }
  return isPower(axis) ? { ...posture, [axis]: ladders[axis]?.[0] } : posture
}
