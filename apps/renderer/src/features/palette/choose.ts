// Owns: what choosing an entry leads to. What changes something is put into the field first and needs a second Enter: a few letters and one key
// must not raise a power or end an agent (ux 0.4, 0.5). Pure.
import type { AgentId, World } from "@kibitz/contract"
import { findAgent, readSlash } from "@kibitz/domain"
import { completed } from "../../kernel/slash/slash-text.ts"
import type { Act, Entry } from "./entries.ts"
import type { Source } from "./sources.ts"

export type Step =
  | { readonly kind: "done"; readonly act: Extract<Act, { kind: "action" | "agent" | "page" }> }
  /** The field says this now. */
  | { readonly kind: "write"; readonly text: string }
  /** `closesFirst`: it shows, asks or goes somewhere, which must not be hidden by the palette. */
  | { readonly kind: "run"; readonly line: string; readonly closesFirst: boolean }
  | { readonly kind: "refused"; readonly why: string }

type Where = { readonly source: Source; readonly text: string; readonly world: World | null; readonly scope: AgentId }

export function choose(entry: Entry, { source, text, world, scope }: Where): Step {
  const { act, refusal } = entry
  if (refusal !== null) return { kind: "refused", why: refusal }
  switch (act.kind) {
    case "action":
    case "agent":
    case "page":
      return { kind: "done", act }
    case "slash": {
      const line = `/${act.name}`
      const typed = act.hint === "" ? line : `${line} `
      return source === "help" ? { kind: "write", text: typed } : firstOrRun(line, typed, world, scope)
    }
    case "complete": {
      const line = completed(text, act.item)
      return line.trim() === text.trim() ? runLine(text, world, scope) : firstOrRun(line.trim(), line, world, scope)
    }
  }
}

/** A line that was written out by the user: run, whatever it does. */
export function runLine(text: string, world: World | null, scope: AgentId): Step {
  const line = text.trim()
  const effect = effectOf(line, world, scope)
  return { kind: "run", line, closesFirst: effect === "shows" || effect === "asks" }
}

function firstOrRun(line: string, written: string, world: World | null, scope: AgentId): Step {
  const effect = effectOf(line, world, scope)
  return effect === "shows" || effect === "tells"
    ? { kind: "run", line, closesFirst: effect === "shows" }
    : { kind: "write", text: written }
}

function effectOf(line: string, world: World | null, scope: AgentId): "shows" | "tells" | "asks" | "changes" | null {
  const agent = world && findAgent(world, scope)
  const reading = world && agent ? readSlash(line, world, agent) : null
  if (!reading?.ok) return null
  switch (reading.effect.kind) {
    case "view":
      return "shows"
    case "go":
      return reading.effect.to === "snooze" ? "changes" : "shows"
    case "answer":
      return "tells"
    case "commands":
      return reading.effect.raises ? "asks" : "changes"
    case "host":
      return "changes"
  }
}
