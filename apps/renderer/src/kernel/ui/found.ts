// Owns: what is looked for on the line the reader was taken to, for everything on it that is folded or cut short and would hide it.
import { createContext, use } from "react"

export const FoundContext = createContext<RegExp | null>(null)

/** Null everywhere but on the line the reader was taken to. */
export function useFound(): RegExp | null {
  return use(FoundContext)
}

/** Whether a text that is cut short has to be shown whole: what was found lies behind the cut. */
export function useFoundBehind(whole: string, shown: () => string): boolean {
  const pattern = use(FoundContext)
  return pattern !== null && !pattern.test(shown()) && pattern.test(whole)
}
