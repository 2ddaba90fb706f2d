// Owns: what the composer knows of the command being typed: what it could become, which one is picked, and why the last was refused.

import type { AgentId } from "@kibitz/contract"
import { completeSlash, findAgent, meetsUser, readSlash, type SlashItem, type SlashReading } from "@kibitz/domain"
import { useMemo, useState } from "react"
import type { Frame, HasReplica, Spawns } from "../session/offers.ts"
import { useSession } from "../session/session-context.ts"
import { type GoesThere, goThere } from "./go-there.ts"
import { completed, isCommandStart, isComplete, viewFor } from "./slash-text.ts"

/** What a slash command may need of the session. */
export type RunsSlash = GoesThere & Frame & Spawns

export type SlashHelp = {
  /** Empty when there is nothing to offer or the list was closed. */
  readonly items: readonly SlashItem[]
  readonly ghost: string
  /** Index of the item picked with the arrows, or of the first, which Tab takes; null when there is none. */
  readonly marked: number | null
  readonly refusal: string | null
  /** This very text is being run. What is typed meanwhile does not wait for it: it comes after it. */
  readonly isRunning: boolean
  move(by: number): void
  close(): void
  /** The text with the marked item in it; null when there is none. */
  complete(): string | null
  completeWith(item: SlashItem): string
  /**
   * Runs what is typed; with an item picked, that one. What cannot be run as it stands takes the marked item, as Tab does, and is not run: a
   * command that nobody has read to its end does nothing. Gives back what the field holds afterwards.
   */
  run(): Promise<string>
}

export function useSlash(agentId: AgentId, text: string): SlashHelp {
  const session = useSession<RunsSlash>()
  const [picked, setPicked] = useState<{ of: string; index: number } | null>(null)
  const [closed, setClosed] = useState<string | null>(null)
  const [refusal, setRefusal] = useState<{ of: string; by: AgentId; message: string } | null>(null)
  const [running, setRunning] = useState<string | null>(null)
  const { items, ghost } = useMemo(() => (isCommandStart(text) ? completeSlash(text) : nothing), [text])
  const shown = closed === text ? nothing.items : items
  const index = picked?.of === text && picked.index < shown.length ? picked.index : null
  const item = index === null ? undefined : shown[index]
  const marked = item ?? shown[0]

  return {
    items: shown,
    ghost,
    marked: marked ? (index ?? 0) : null,
    refusal: refusal?.of === text && refusal.by === agentId ? refusal.message : null,
    isRunning: running === text,
    move: (by) => {
      setPicked({ of: text, index: ((index ?? 0) + by + shown.length) % shown.length })
    },
    close: () => setClosed(text),
    complete: () => (marked ? completed(text, marked) : null),
    completeWith: (wanted) => completed(text, wanted),
    run: async () => {
      const line = item ? completed(text, item) : text
      if (item && !isComplete(item)) return line
      const whole = marked && completed(text, marked)
      if (whole && whole.trim() !== line.trim() && !readLine(session, agentId, line.trim())?.ok) return whole
      setRunning(text)
      const message = await runSlash(session, agentId, line.trim(), "typed")
      setRunning((now) => (now === text ? null : now))
      if (message === null) return ""
      setRefusal({ of: line, by: agentId, message })
      setClosed(line)
      return line
    },
  }
}

const nothing: ReturnType<typeof completeSlash> = { items: [], ghost: "" }

function readLine({ replica }: HasReplica, agentId: AgentId, line: string): SlashReading | null {
  const { world } = replica.world.getState()
  const agent = world && findAgent(world, agentId)
  return world && agent ? readSlash(line, world, agent) : null
}

/**
 * Null when the line was run, or when the user is asked to confirm it in a dialog (ux 2.10); otherwise why not. A line that nobody can read goes
 * nowhere. `typed`: the user wrote the line and sent it, which confirms a line like /execute; pressing a button or a key for it does not.
 */
export async function runSlash(
  session: RunsSlash,
  agentId: AgentId,
  line: string,
  by: "typed" | "chosen" = "chosen",
): Promise<string | null> {
  const reading = readLine(session, agentId, line)
  if (!reading) return "Kibitz is still starting. Try again in a moment."
  if (!reading.ok) return reading.message
  const { effect } = reading
  if (effect.kind === "view") {
    session.show(viewFor(effect))
    return null
  }
  if (effect.kind === "go") return goThere(session, agentId, effect)
  const closed = session.closed()
  if (closed !== null) return closed
  const confirm = by === "typed" && effect.kind === "commands" ? effect.typed : undefined
  const command = { type: "slash.run", agentId, line, ...(confirm === undefined ? {} : { confirm }) } as const
  const outcome =
    effect.kind === "commands" && effect.commands.some(meetsUser)
      ? await session.spawnBy(({ agentId: childId, pane }) => ({ ...command, childId, ...(pane === undefined ? {} : { pane }) }))
      : await session.askQuietly(command)
  if (outcome.accepted) return null
  if (outcome.rejection.kind !== "needs-confirmation") return outcome.rejection.message
  session.show({ kind: "raise", agentId, line })
  return null
}
