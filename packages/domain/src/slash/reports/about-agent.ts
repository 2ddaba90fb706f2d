// Owns: whom and which time /logs and /forensics are asked about. An agent's name may have spaces, so the last word alone can be the moment.
import type { Agent, Instant, World } from "@kibitz/contract"
import { choice, hintOf, text } from "../parts/arguments.ts"
import { answer, anyText, type SlashCommand, type SlashEffect, type SlashPlace, slashCommand } from "../parts/command.ts"
import { parseSince, type Since, sinceHelp } from "../parts/since.ts"
import { agentNamed } from "../parts/wording.ts"

const accepted = [text("agent", { optional: true }), choice(["today"], { name: "since", optional: true })]

type Report = (world: World, agent: Agent, since: Instant | null, zone: string | undefined) => SlashEffect

export function aboutAgent(name: string, help: string, report: Report): SlashCommand {
  return slashCommand({
    name,
    accepted,
    help,
    parse: anyText,
    effect: (typed, place) => {
      const meant = readMeant(typed, place)
      if (typeof meant === "string") return { refusal: `${meant} Type it like this: /${name} ${hintOf(accepted)}; ${sinceHelp}` }
      if (!meant.since) return report(place.world, meant.agent, null, place.now?.zone)
      if (!place.now) return answer("The time is known when the command is run.")
      const { at, zone } = place.now
      return report(place.world, meant.agent, meant.since(at, zone), zone)
    },
  })
}

function readMeant(typed: string, { world, agent }: SlashPlace): { agent: Agent; since: Since | null } | string {
  if (typed === "") return { agent, since: null }
  const whole = agentNamed(world, typed)
  if (typeof whole !== "string") return { agent: whole, since: null }
  const words = typed.split(/\s+/)
  const last = words.pop() ?? ""
  const since = parseSince(last)
  const named = words.length === 0 ? null : agentNamed(world, words.join(" "))
  if (typeof named === "string") return since ? named : whole
  if (since) return { agent: named ?? agent, since }
  return named ? `"${last}" is no moment.` : whole
}
