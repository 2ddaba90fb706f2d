// Owns: what is typed into the log's filter: agent:Ed kind:answer axis:permission since:today narrow it, the rest is looked for as text (ux 1.10).
import { type AuditEntry, AuditKind, type SteerableAxis, type World } from "@kibitz/contract"
import { allAgents } from "@kibitz/domain"
import type { AuditWish } from "./audit-filters.tsx"
import { sinceNames } from "./audit-since.ts"

const axes: Readonly<Record<string, SteerableAxis>> = {
  work: "workMode",
  run: "runControl",
  control: "runControl",
  perm: "permissionProfile",
  permission: "permissionProfile",
  access: "permissionProfile",
  model: "modelMode",
  phase: "phase",
  style: "style",
}

export type AuditQuery = {
  /** Typed words go before what is chosen beside them. */
  readonly wish: AuditWish
  readonly axis: SteerableAxis | null
}

const WORD = /(?<=^|\s)(agent|kind|axis|since):(?:"([^"]*)"|(\S+))/giu

/** A word that names nothing known stays text: then it finds nothing, and one sees why. */
export function readQuery(typed: AuditWish, world: World | null): AuditQuery {
  let wish = typed
  let axis: SteerableAxis | null = null
  const text = typed.text.replace(WORD, (whole, key: string, quoted: string | undefined, plain: string | undefined) => {
    const value = (quoted ?? plain ?? "").toLowerCase()
    switch (key.toLowerCase()) {
      case "agent": {
        const agent = world && allAgents(world).find(({ id, name }) => name.toLowerCase() === value || id === value)
        if (!agent) return whole
        wish = { ...wish, agentId: agent.id }
        return ""
      }
      case "kind": {
        const kind = AuditKind.options.find((option) => option === value || `${option}s` === value)
        if (!kind) return whole
        wish = { ...wish, kind }
        return ""
      }
      case "axis":
        if (!axes[value]) return whole
        axis = axes[value]
        wish = { ...wish, kind: "transition" }
        return ""
      default: {
        const since = sinceNames.find((one) => one.value === value)
        if (!since) return whole
        wish = { ...wish, since: since.value }
        return ""
      }
    }
  })
  return { wish: { ...wish, text: text.replace(/\s+/gu, " ").trim() }, axis }
}

/** A change that was taken back names all its axes. */
export function isAbout({ rule, facts }: Pick<AuditEntry, "rule" | "facts">, axis: SteerableAxis | null): boolean {
  if (axis === null || rule === axis) return true
  return Array.isArray(facts.axes) && facts.axes.includes(axis)
}
