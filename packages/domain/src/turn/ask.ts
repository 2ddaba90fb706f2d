// Owns: whether a turn with a brief can be asked now.
import type { Agent, CommandOf, World } from "@kibitz/contract"
import { isByKibitz } from "../brief/define.ts"
import { briefNamed, knownBriefs } from "../brief/registry.ts"
import { overBudget } from "../cost/breach.ts"
import { accept, type Decision, type Moment, reject } from "../kernel/outcome.ts"
import { askTurn } from "../message/start.ts"
import { beginWork } from "./work.ts"

/** It is kept in the world until the turn is over. */
const LONGEST_INPUT = 1_000_000

/**
 * Refused while a turn is under way: who asks sees the end of that turn and can ask then. A queue of briefs would be a second scheduler, and
 * what was right to ask may not be right any more when its time comes.
 */
export function decideAsk(world: World, agent: Agent, { brief }: CommandOf<"turn.ask">, moment: Moment): Decision {
  const known = briefNamed(brief.kind)
  if (!known) return reject("not-allowed", `There is no brief called "${brief.kind}". Known: ${knownBriefs().join(", ")}.`)
  if (JSON.stringify(brief.input).length > LONGEST_INPUT)
    return reject("too-large", `The input of this ${brief.kind} is too long.`)
  const input = known.input.safeParse(brief.input)
  if (!input.success)
    return reject(
      "malformed",
      `The input of this ${brief.kind} does not fit: ${input.error.issues[0]?.message ?? "wrong shape"}.`,
    )
  const { standing, name } = agent
  if (agent.turn) return reject("not-allowed", `${name} is working. Ask again when its turn is over.`)
  if (standing.kind === "dismissed") return reject("illegal-move", `${name} has been dismissed. Start another agent instead.`)
  if (standing.kind === "paused" && standing.by === "user") return reject("not-allowed", `You have paused ${name}.`)
  if (isByKibitz(known)) return accept(...beginWork(world, agent, brief, moment))
  const spent = overBudget(world, agent)
  if (spent) return reject("not-allowed", spent)
  return accept(...askTurn(world, agent, brief, [], moment))
}
