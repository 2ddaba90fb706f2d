// Owns: taking a text out of an input of which nothing is known yet.
import type { Json } from "@kibitz/contract"

export function textField(input: Json, name: string): string | null {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return null
  const value = Object.hasOwn(input, name) ? input[name] : undefined
  return typeof value === "string" ? value : null
}

export function commandOf(input: Json): string | null {
  return textField(input, "command")
}
