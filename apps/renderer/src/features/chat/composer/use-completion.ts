// Owns: the one list over the composer: commands and their words, or agents and files, whichever is being typed.
import type { AgentId } from "@kibitz/contract"
import type { ReactNode } from "react"
import type { SlashHelp } from "../../../kernel/slash/use-slash.ts"
import type { MentionItem } from "./mention.ts"
import type { Option } from "./option-list.tsx"
import { useMention } from "./use-mention.ts"

export type Completed = { readonly text: string; readonly caret: number }

export type Completion = {
  readonly label: string
  readonly options: readonly Option[]
  /** What Enter or Tab takes; of names none is, before the arrows were used: Enter sends then. */
  readonly picked: number | null
  /** A command runs with Enter, also when it was picked; a name is only put into the text. */
  readonly isCommand: boolean
  move(by: number): void
  close(): void
  /** With the picked, or the first, in it; null when there is none. */
  complete(): Completed | null
  completeWith(index: number): Completed | null
}

type Typed = { readonly text: string; readonly caret: number; readonly head: string; readonly line: string }

export function useCompletion(agentId: AgentId, slash: SlashHelp, typed: Typed): Completion | null {
  const mention = useMention(agentId, typed.text, typed.caret)
  if (slash.items.length > 0) return ofSlash(slash, typed)
  if (mention.items.length === 0) return null
  const { items, picked, move, close, complete, completeWith } = mention
  return {
    label: "Agents and files",
    options: items.map(mentionOption),
    picked,
    isCommand: false,
    move,
    close,
    complete,
    completeWith: (index) => {
      const item = items[index]
      return item ? completeWith(item) : null
    },
  }
}

function ofSlash(slash: SlashHelp, { head, line }: Typed): Completion {
  const isName = !/\s/.test(line)
  const atEnd = (text: string | null): Completed | null =>
    text === null ? null : { text: head + text, caret: head.length + text.length }
  return {
    label: isName ? "Commands" : "Values",
    options: slash.items.map(({ name, hint, help }) => ({ key: name, name: isName ? `/${name}` : name, hint, help })),
    picked: slash.marked,
    isCommand: true,
    move: slash.move,
    close: slash.close,
    complete: () => atEnd(slash.complete()),
    completeWith: (index) => {
      const item = slash.items[index]
      return item ? atEnd(slash.completeWith(item)) : null
    },
  }
}

function mentionOption(item: MentionItem): Option {
  if (item.kind === "agent")
    return { key: item.key, name: `@${item.name}`, help: item.where === "" ? "" : `agent of ${item.where}`, hint: "" }
  const cut = item.path.lastIndexOf("/") + 1
  const folder: ReactNode = item.path.slice(0, cut)
  return { key: item.key, name: item.path.slice(cut), help: folder, hint: "" }
}
