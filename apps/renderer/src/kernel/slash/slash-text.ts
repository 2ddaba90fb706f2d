// Owns: how a picked item changes the text, and which page a command that only shows something opens.
import type { SlashEffect, SlashItem } from "@kibitz/domain"
import type { Overlay, SettingsPage } from "../session/screen-state.ts"

/** One line that begins with one slash. "//" and "/usr/bin" are what they look like: text. */
export function isCommandStart(text: string): boolean {
  return /^\/[^\s/]*(?:[^\S\n]+[^\n]*)?$/.test(text)
}

/** The word under way is replaced; what stands before it stays. */
export function completed(text: string, item: SlashItem): string {
  const isName = !/\s/.test(text)
  const head = isName ? "/" : text.slice(0, text.search(/\S*$/))
  const gap = isName && item.hint !== "" ? " " : ""
  return `${head}${item.name}${gap}`
}

/** Something that must follow is written in angle brackets. */
export function isComplete(item: SlashItem): boolean {
  return !item.hint.startsWith("<")
}

const pages: readonly { readonly page: SettingsPage; readonly words: RegExp }[] = [
  { page: "access", words: /access|permission|profile|rule|grant|sandbox|audit|default/i },
  { page: "attention", words: /attention|notif|quiet|snooze|sound|knock/i },
  { page: "quality", words: /quality|check|verif|gate/i },
  { page: "agents", words: /agent|limit|wake|continu/i },
  { page: "appearance", words: /appear|theme|dark|light|text|size|verb|cogitation/i },
  { page: "about", words: /about|version|licen[cs]e/i },
  { page: "keyboard", words: /keyboard|shortcut|binding/i },
  { page: "models", words: /model|key|provider|address|connect|price/i },
  { page: "data", words: /data|privacy|export|leaves/i },
]

export function viewFor({ view, argument }: Extract<SlashEffect, { kind: "view" }>): Overlay {
  switch (view) {
    case "settings":
      return { kind: "settings", page: pages.find(({ words }) => words.test(argument))?.page ?? "general" }
    case "access":
      return { kind: "settings", page: "access" }
    case "audit":
      return { kind: "audit", text: argument }
    case "find":
      return { kind: "find", text: argument }
    case "tasks":
      return { kind: "tasks" }
    case "keys":
    case "help":
      return { kind: "help", topic: argument }
  }
}
