// Owns: a number and what it counts, in words.
import { figure } from "@kibitz/contract"

export function counted(count: number, noun: string): string {
  return `${figure(count)} ${noun}${count === 1 ? "" : "s"}`
}
