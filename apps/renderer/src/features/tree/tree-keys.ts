// Owns: what the arrows and letters do in the tree (the ARIA practices): they look, and never join.
import type { AgentId } from "@kibitz/contract"
import type { TreeLine } from "./lines.ts"

export type TreeStep =
  | { readonly kind: "go"; readonly index: number }
  | { readonly kind: "open" | "close"; readonly index: number }
  | { readonly kind: "stay" }

const PAGE = 10

/** null: none of the tree's keys. */
export function treeStep(key: string, lines: readonly TreeLine[], at: number): TreeStep | null {
  const last = lines.length - 1
  const to = (index: number): TreeStep => ({ kind: "go", index: Math.max(0, Math.min(last, index)) })
  switch (key) {
    case "ArrowDown":
      return to(at + 1)
    case "ArrowUp":
      return to(at - 1)
    case "PageDown":
      return to(at + PAGE)
    case "PageUp":
      return to(at - PAGE)
    case "Home":
      return to(0)
    case "End":
      return to(last)
    case "ArrowRight":
      return inward(lines[at], at)
    case "ArrowLeft":
      return outward(lines, at)
    default:
      return null
  }
}

function inward(line: TreeLine | undefined, at: number): TreeStep {
  if (!line?.isParent) return { kind: "stay" }
  return line.isOpen ? { kind: "go", index: at + 1 } : { kind: "open", index: at }
}

function outward(lines: readonly TreeLine[], at: number): TreeStep {
  const line = lines[at]
  if (line?.isOpen) return { kind: "close", index: at }
  const parent = parentIndex(lines, at)
  return parent === null ? { kind: "stay" } : { kind: "go", index: parent }
}

function parentIndex(lines: readonly TreeLine[], at: number): number | null {
  const level = lines[at]?.level ?? 1
  for (let index = at - 1; index >= 0; index -= 1) if ((lines[index]?.level ?? 0) < level) return index
  return null
}

/** How long letters belong together. */
export const TYPEAHEAD_MS = 700

export type Typed = { readonly text: string; readonly at: number }
export const nothingTyped: Typed = { text: "", at: Number.NEGATIVE_INFINITY }

export function typed(before: Typed, letter: string, now: number): Typed {
  return { text: now - before.at < TYPEAHEAD_MS ? before.text + letter : letter, at: now }
}

/** The next name that begins with what was typed. One letter, also again and again, goes on to the next; a word stays while it fits. */
export function byText(names: readonly string[], at: number, text: string): number {
  const wanted = text.toLowerCase()
  const isLetter = [...wanted].every((letter) => letter === wanted[0])
  const start = isLetter ? (wanted[0] ?? "") : wanted
  for (let step = isLetter ? 1 : 0; step <= names.length; step += 1) {
    const index = (at + step) % Math.max(1, names.length)
    if (names[index]?.toLowerCase().startsWith(start)) return index
  }
  return at
}

/** With Shift the step takes along where it comes from and where it leads; back over what was taken along, it lets go again. */
export function extended(chosen: readonly AgentId[], from: AgentId, to: AgentId): readonly AgentId[] {
  if (from !== to && chosen.includes(from) && chosen.includes(to)) return chosen.filter((id) => id !== from)
  return [...new Set([...chosen, from, to])]
}

/** In or out; whoever the keys are on is in it once there is more than one. */
export function toggled(chosen: readonly AgentId[], id: AgentId, at: AgentId): readonly AgentId[] {
  if (chosen.includes(id)) return chosen.filter((one) => one !== id)
  return chosen.length === 0 && id !== at ? [at, id] : [...chosen, id]
}
