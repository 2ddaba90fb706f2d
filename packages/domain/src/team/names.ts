// Owns: what agents are called when nobody says: short, easy to tell apart, unique in the project.
import type { Agents } from "@kibitz/contract"

const NAMES = (
  "Ed Mira Tal Noa Gil Ruth Dov Ezra Lea Avi Shira Boaz Dina Asher Yael Nate Talia Simon Orly Reuben Hila Micah Ada Levi Tova " +
  "Jonah Zoe Eli Naomi Saul Irit Abe Maya Ira Liora Max Dalia Hersh Golda Sol Bina Zev Rina Manny Perla Hugo Esti Moe Sara Felix"
).split(" ")

/** The wish, or the next free name; a name that is taken gets a number. */
export function nameFor(wish: string | undefined, agents: Agents): string {
  const taken = takenIn(agents)
  const free = (name: string) => !taken.has(name.toLowerCase())
  const base = wish ?? NAMES.find(free) ?? NAMES[taken.size % NAMES.length] ?? "Agent"
  if (free(base)) return base
  // Where all are taken the rounds before have used up the numbers below; a wish may be the first of its name.
  let number = wish === undefined ? Math.max(2, Math.floor(taken.size / NAMES.length)) : 2
  while (!free(`${base} ${number}`)) number += 1
  return `${base} ${number}`
}

/** How many agents have each name. Kept from one question to the next, so that a large team pays only for what has changed in between. */
type Taken = ReadonlyMap<string, number>
let known: { readonly agents: Agents; readonly taken: Map<string, number> } = { agents: [], taken: new Map() }

function takenIn(agents: Agents): Taken {
  const { agents: before, taken } = known
  for (let at = 0; at < Math.max(before.length, agents.length); at += 1) {
    if (before[at] === agents[at]) continue
    for (const { name } of Object.values(before[at] ?? {})) count(taken, name, -1)
    for (const { name } of Object.values(agents[at] ?? {})) count(taken, name, 1)
  }
  known = { agents, taken }
  return taken
}

function count(taken: Map<string, number>, name: string, change: number): void {
  const key = name.toLowerCase()
  const after = (taken.get(key) ?? 0) + change
  if (after === 0) taken.delete(key)
  else taken.set(key, after)
}
