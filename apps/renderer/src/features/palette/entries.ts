// Owns: what the palette offers: actions, slash commands, pages of the settings, and agents. Pure.
import type { Agent, AgentId, World } from "@kibitz/contract"
import { allAgents, findAgent, type SlashItem, slashCommands } from "@kibitz/domain"
import { needsOf } from "../../kernel/agents/status-glyphs.ts"
import { treeRows } from "../../kernel/agents/tree.ts"
import { type ActionId, actions } from "../../kernel/keys/actions.ts"
import { type Bindings, keyOf } from "../../kernel/keys/bindings.ts"
import type { Os } from "../../kernel/keys/chord.ts"
import { shown, spoken } from "../../kernel/keys/shown.ts"
import { fold, type Rankable, type Ranked } from "./rank.ts"
import { actionWords, pageWords, slashWords } from "./search-words.ts"

export type Act =
  | { readonly kind: "action"; readonly id: ActionId }
  /** A command from the table, not typed yet. */
  | { readonly kind: "slash"; readonly name: string; readonly hint: string }
  /** What the word under way could become. */
  | { readonly kind: "complete"; readonly item: SlashItem }
  /** `asks`: the list says that it waits for an answer. */
  | { readonly kind: "agent"; readonly agentId: AgentId; readonly asks: boolean }
  | { readonly kind: "page"; readonly page: string }

export type Entry = Rankable & {
  readonly act: Act
  /** What it does, or which room it is in. */
  readonly detail: string
  /** The key, or what has to follow. */
  readonly aside: string
  /** The key as a screen reader says it. */
  readonly keys: string
  readonly isCommand: boolean
  readonly needsYou: number
}

type Parts = Pick<Entry, "key" | "title" | "act"> & Partial<Entry>

export function entry({ key, title, act, more = "", ...rest }: Parts): Entry {
  return {
    detail: "",
    aside: "",
    keys: "",
    isCommand: false,
    isDestructive: false,
    refusal: null,
    needsYou: 0,
    ...rest,
    key,
    title,
    act,
    folded: fold(title),
    more: fold(more),
  }
}

export type Offer = {
  readonly bindings: Bindings
  readonly os: Os
  /** Whether there is anybody to do it here. */
  offers(id: ActionId): boolean
  /** Why it cannot be done now. */
  refuses(id: ActionId): string | null
  readonly pages: readonly { readonly id: string; readonly name: string }[]
  /** Why nothing can be changed here; null where it can. */
  readonly closed: string | null
  /** Whose name stands beside what is done to one agent. */
  readonly scopeName: string
}

/** These end something that does not come back by itself. */
const destructive: ReadonlySet<string> = new Set(["stop", "dismiss"])
const local: ReadonlySet<string> = new Set(slashCommands.flatMap(({ name, isLocal }) => (isLocal ? [name] : [])))

export function commandEntries(offer: Offer): readonly Entry[] {
  return [...actionEntries(offer), ...slashEntries(offer.closed), ...pageEntries(offer.pages)]
}

function actionEntries({ bindings, os, offers, refuses, scopeName }: Offer): readonly Entry[] {
  return actions
    .filter(({ id, isOnTheSpot }) => !isOnTheSpot && id !== "palette" && offers(id))
    .map(({ id, title, group, of }) => {
      const key = keyOf(bindings, id, os)
      return entry({
        key: `action ${id}`,
        title,
        act: { kind: "action", id },
        more: `${group} ${actionWords[id] ?? ""}`,
        detail: of === "agent" ? scopeName : "",
        aside: key === null ? "" : shown(key, os),
        keys: key === null ? "" : spoken(key),
        refusal: refuses(id),
      })
    })
}

export function slashEntries(closed: string | null): readonly Entry[] {
  return slashCommands.map(({ name, aliases, hint, help, isLocal }) =>
    entry({
      key: `slash ${name}`,
      title: `/${name}`,
      act: { kind: "slash", name, hint },
      more: [help, hint, ...aliases.map((alias) => `/${alias}`), slashWords[name] ?? ""].join(" "),
      detail: help,
      aside: hint,
      isCommand: true,
      isDestructive: destructive.has(name),
      refusal: isLocal ? null : closed,
    }),
  )
}

function pageEntries(pages: Offer["pages"]): readonly Entry[] {
  return pages.map(({ id, name }) =>
    entry({
      key: `page ${id}`,
      title: `Settings: ${name}`,
      act: { kind: "page", page: id },
      more: `preferences options ${pageWords[id] ?? ""}`,
    }),
  )
}

/** In the order of the tree; the room is the way down to the agent, worked out once for all who are in it. */
export function agentEntries(world: World): readonly Entry[] {
  const rooms = new Map<AgentId | null, { readonly way: string; readonly folded: string }>([[null, { way: "", folded: "" }]])
  const roomOf = (leadId: AgentId | null): { readonly way: string; readonly folded: string } => {
    const known = rooms.get(leadId)
    const lead = leadId === null ? undefined : findAgent(world, leadId)
    if (known || !lead) return known ?? { way: "", folded: "" }
    const way = [roomOf(lead.parentId).way, lead.name].filter(Boolean).join(" › ")
    const room = { way, folded: fold(way) }
    rooms.set(leadId, room)
    return room
  }
  return treeRows(world).map(({ agent, needsYou }) => {
    const { way, folded } = roomOf(agent.parentId)
    const before = entriesOf.get(agent)
    if (before?.detail === way && before.needsYou === needsYou) return before
    const plain = entry({
      key: `agent ${agent.id}`,
      title: agent.name,
      act: { kind: "agent", agentId: agent.id, asks: needsYou > 0 },
      detail: way,
      needsYou,
    })
    const made = { ...plain, more: folded }
    entriesOf.set(agent, made)
    return made
  })
}

export type Named = { readonly agent: Agent; readonly folded: string }

export function namesOf(world: World): readonly Named[] {
  return allAgents(world).flatMap((agent) => (agent.standing.kind === "dismissed" ? [] : [{ agent, folded: fold(agent.name) }]))
}

/** Whoever types a name among the commands wants to go there; more of them, and their rooms, are found among the agents. */
export function goingTo(world: World, names: readonly Named[], query: string): readonly Ranked<Entry>[] {
  const typed = fold(query.trim())
  const found: Ranked<Entry>[] = []
  for (const { agent, folded } of names) {
    if (found.length === OFFERED) break
    if (!folded.startsWith(typed)) continue
    const marks = Array.from({ length: typed.length }, (_, at) => GO_TO.length + at)
    const above = agent.parentId === null ? undefined : findAgent(world, agent.parentId)
    const needsYou = needsOf(world, agent).length
    const act = { kind: "agent", agentId: agent.id, asks: needsYou > 0 } as const
    const title = `${GO_TO}${agent.name}`
    found.push({ entry: entry({ key: `agent ${agent.id}`, title, act, detail: above?.name ?? "", needsYou }), marks })
  }
  return found
}

const GO_TO = "Go to "
const OFFERED = 5

/** Kept as long as the agent is as it was: thousands of them need not be made anew each time one looks for somebody. */
const entriesOf = new WeakMap<Agent, Entry>()

export function completionEntries(items: readonly SlashItem[], isName: boolean, closed: string | null): readonly Entry[] {
  return items.map((item) =>
    entry({
      key: `complete ${item.name}`,
      title: isName ? `/${item.name}` : item.name,
      act: { kind: "complete", item },
      detail: item.help,
      aside: item.hint,
      isCommand: true,
      isDestructive: isName && destructive.has(item.name),
      refusal: isName && !local.has(item.name) ? closed : null,
    }),
  )
}
