// Owns: looking at a value nobody has checked, before a parser walks it: how big it is, how deep, and whether a key would reach a
// prototype. Never recurses and never looks at more than the limit allows, so that the check itself cannot be used to hang us.
const DEPTH_LIMIT = 64

export type Fault = { readonly kind: "too-large" | "malformed"; readonly message: string }

const forbidden = new Set(["__proto__", "constructor", "prototype"])

export function findFault(raw: unknown, limit: number): Fault | null {
  const stack: { value: unknown; depth: number }[] = [{ value: raw, depth: 0 }]
  let size = 0
  for (let top = stack.pop(); top; top = stack.pop()) {
    const { value, depth } = top
    size += typeof value === "string" ? value.length + 2 : 4
    if (size > limit)
      return { kind: "too-large", message: `That message is larger than ${limit} characters. Nothing was changed.` }
    if (typeof value !== "object" || value === null) continue
    if (depth >= DEPTH_LIMIT)
      return { kind: "malformed", message: `That message is nested more than ${DEPTH_LIMIT} levels deep.` }
    if (Array.isArray(value)) {
      size += value.length
      if (size > limit)
        return { kind: "too-large", message: `That message is larger than ${limit} characters. Nothing was changed.` }
      for (const item of value) stack.push({ value: item, depth: depth + 1 })
      continue
    }
    if (!isPlain(value)) return { kind: "malformed", message: "That message holds something that is not plain JSON." }
    for (const key of Object.keys(value)) {
      if (forbidden.has(key)) return { kind: "malformed", message: `The key "${key}" is not allowed in a message.` }
      size += key.length + 3
      stack.push({ value: (value as Record<string, unknown>)[key], depth: depth + 1 })
    }
  }
  return null
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  // Electron's structured clone makes objects of the receiving realm; anything with a further prototype (Map, Date) is not JSON.
  return prototype === null || Object.getPrototypeOf(prototype) === null
}
