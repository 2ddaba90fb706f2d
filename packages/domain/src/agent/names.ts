// Owns: what agents are called when nobody says: short, easy to tell apart, unique in the project.
import type { Agent } from "@kibitz/contract"

const NAMES = (
  "Ed Mira Tal Noa Gil Ruth Dov Ezra Lea Avi Shira Boaz Dina Asher Yael Nate Talia Simon Orly Reuben Hila Micah Ada Levi Tova " +
  "Jonah Zoe Eli Naomi Saul Irit Abe Maya Ira Liora Max Dalia Hersh Golda Sol Bina Zev Rina Manny Perla Hugo Esti Moe Sara Felix"
).split(" ")

/** The wish, or the next free name; a name that is taken gets a number. */
export function nameFor(wish: string | undefined, agents: readonly Agent[]): string {
  const taken = new Set(agents.map(({ name }) => name.toLowerCase()))
  const free = (name: string) => !taken.has(name.toLowerCase())
  const base = wish ?? NAMES.find(free) ?? NAMES[agents.length % NAMES.length] ?? "Agent"
  if (free(base)) return base
  let number = 2
  while (!free(`${base} ${number}`)) number += 1
  return `${base} ${number}`
}
