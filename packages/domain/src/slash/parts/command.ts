// Owns: what a slash command is: a name, what may follow it, and what comes of it. Nothing here runs anything.
import type { Agent, ClientCommandInput, World } from "@kibitz/contract"
import type { Look } from "../../kernel/looks.ts"
import type { Lookup } from "../../kernel/lookups.ts"
import type { Moment } from "../../kernel/outcome.ts"
import type { Raise } from "../../posture/raise.ts"
import { type Argument, hintOf } from "./arguments.ts"

export type SlashEffect =
  /**
   * `said` is the line in the transcript. `raises`: what the user has to confirm first (ux 2.10). `typed`: the confirmation that a screen may send
   * along because the user has typed the whole line there.
   */
  | {
      readonly kind: "commands"
      readonly commands: readonly ClientCommandInput[]
      readonly said: string
      readonly raises?: readonly Raise[]
      readonly typed?: string
    }
  | { readonly kind: "answer"; readonly text: string }
  | {
      readonly kind: "view"
      readonly view: "settings" | "keys" | "audit" | "help" | "find" | "access" | "tasks"
      readonly argument: string
    }
  /** Moves the user, not the world: `argument` is an agent's id, a slot or a span, as `to` has it; empty where none was given. */
  | {
      readonly kind: "go"
      readonly to: "agent" | "overview" | "attention" | "split" | "pop-out" | "pin" | "snooze"
      readonly argument: string
    }
  /** Has to look at the machine first, which deciding cannot. `next`: the line that is run when that is done. */
  | { readonly kind: "host"; readonly preparations: readonly Look[]; readonly next: string }

/** Starts an agent without an assignment: the user goes to it at once (OPM-2). */
export function meetsUser(command: ClientCommandInput): command is Extract<ClientCommandInput, { type: "agent.spawn" }> {
  return command.type === "agent.spawn" && command.assignment === undefined
}

export type SlashReading = { readonly ok: true; readonly effect: SlashEffect } | { readonly ok: false; readonly message: string }

/** Where a command was typed, and when; null: it is only being looked at, to be run elsewhere. `line` is the whole of it. */
export type SlashPlace = {
  readonly world: World
  readonly agent: Agent
  readonly line: string
  readonly now: SlashNow | null
}
export type SlashNow = Pick<Moment, "at" | "zone" | "sessionSince" | "lookedUp">

/** What follows the name: as it was typed, and as words. */
export type SlashInput = { readonly text: string; readonly words: readonly string[] }

export type SlashCommand = {
  readonly name: string
  readonly aliases: readonly string[]
  readonly hint: string
  readonly help: string
  readonly accepted: readonly Argument[]
  /** Shows something or moves the user: none of it is asked of the host, so it can be had where nothing can be changed. */
  readonly isLocal: boolean
  readonly read: (text: string, place: SlashPlace) => SlashReading
  /** What has to be looked up in the journal before the line is run. */
  readonly lookups: (text: string, now: SlashNow) => readonly Lookup[]
}

type Definition<Parsed> = {
  readonly name: string
  readonly aliases?: readonly string[]
  readonly accepted?: readonly Argument[]
  readonly isLocal?: true
  readonly help: string
  /** null: that is not how it is used; the hint is shown. */
  readonly parse: (input: SlashInput) => Parsed | null
  readonly effect: (parsed: Parsed, place: SlashPlace) => SlashEffect | { readonly refusal: string }
  readonly lookups?: (parsed: Parsed, now: SlashNow) => readonly Lookup[]
}

export function slashCommand<Parsed>({
  name,
  aliases = [],
  accepted = [],
  isLocal,
  help,
  parse,
  effect,
  lookups = () => [],
}: Definition<Parsed>): SlashCommand {
  const hint = hintOf(accepted)
  return {
    name,
    aliases,
    hint,
    help,
    accepted,
    isLocal: isLocal === true,
    lookups: (text, now) => {
      const parsed = parse(inputOf(text))
      return parsed === null ? [] : lookups(parsed, now)
    },
    read: (text, place) => {
      const parsed = parse(inputOf(text))
      if (parsed === null) return { ok: false, message: `Type it like this: ${`/${name} ${hint}`.trim()}` }
      const result = effect(parsed, place)
      return "refusal" in result ? { ok: false, message: result.refusal } : { ok: true, effect: result }
    },
  }
}

function inputOf(typed: string): SlashInput {
  const text = typed.trim()
  return { text, words: text === "" ? [] : text.split(/\s+/) }
}

export function answer(...lines: readonly string[]): SlashEffect {
  return { kind: "answer", text: lines.join("\n") }
}

export function noArguments({ words }: SlashInput): true | null {
  return words.length === 0 ? true : null
}

/** One word out of a list, or nothing where that is allowed too. */
export function oneOf<Word extends string>(words: readonly Word[]): (input: SlashInput) => Word | null {
  return (input) => (input.words.length === 1 ? (words.find((word) => word === input.words[0]) ?? null) : null)
}

export function anyText({ text }: SlashInput): string {
  return text
}
