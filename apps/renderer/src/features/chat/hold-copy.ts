// Owns: the sentence that says why waiting messages are not taken, and how they go on.
export type Held = "trouble" | "paused" | "stopped"

export function holdCopy(agent: string, waiting: number, held: Held): string {
  const it = waiting === 1 ? "it" : "them"
  if (held === "paused") return `${agent} is paused, and takes ${it} when you let it go on.`
  const why = held === "trouble" ? `${agent} could not go on.` : `${agent} is stopped.`
  const how = waiting === 1 ? "Send it now, or write to go on with it." : "Send one now, or write to go on with all of them."
  return `${why} ${how}`
}
