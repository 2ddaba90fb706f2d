// Owns: how a picked item changes the text, and which page a command that only shows something opens.
import type { SlashEffect, SlashItem } from "@kibitz/domain"
import type { Overlay, SettingsPage } from "../app/session.ts"

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

/** Not done yet because one more word is wanted: the next step, not a mistake. */
export function asksToConfirm(message: string): boolean {
  return /\bTo (?:confirm|go on), type the word\b/.test(message)
}

const pages: readonly { readonly page: SettingsPage; readonly words: RegExp }[] = [
  { page: "access", words: /access|permission|profile|rule|grant|sandbox|audit|default/i },
  { page: "appearance", words: /appear|theme|dark|light|text|size/i },
  { page: "about", words: /about|version|licen[cs]e/i },
]

export function viewFor({ view, argument }: Extract<SlashEffect, { kind: "view" }>): Overlay {
  switch (view) {
    case "settings":
      return { kind: "settings", page: pages.find(({ words }) => words.test(argument))?.page ?? "models" }
    case "access":
      return { kind: "settings", page: "access" }
    case "audit":
    case "find":
      return { kind: "audit", text: argument }
    case "keys":
    case "help":
      return { kind: "help" }
  }
}
