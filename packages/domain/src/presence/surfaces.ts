// Owns: which surfaces are connected, and whose team may open a background tab there.
import { type Agent, type CommandOf, Surface, type World } from "@kibitz/contract"
import { accept, type Decision } from "../kernel/outcome.ts"

export function decideSurfaces(world: World, command: CommandOf<"surfaces.record">): Decision {
  const surfaces = Surface.options.filter((surface) => command.surfaces.includes(surface))
  const isSame = surfaces.length === world.surfaces.length && surfaces.every((surface) => world.surfaces.includes(surface))
  return isSame ? accept() : accept({ type: "surfaces.changed", surfaces })
}

export function decideConsent({ consents }: World, agent: Agent, { given }: CommandOf<"consent.set">): Decision {
  return consents.includes(agent.id) === given ? accept() : accept({ type: "consent.set", agentId: agent.id, given })
}
