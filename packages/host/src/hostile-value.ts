// Owns: looking at what nobody has checked, before a parser makes a value of it or walks it: how big it is, how deep, of how many values, and
// whether a key would reach a prototype. Never recurses and never looks at more than the limits allow, so that the check itself cannot be used
// to hang us or to fill the memory: a line of four million characters can hold two million values, and each costs many times its text.
const DEPTH_LIMIT = 64
/** Far more than any request of the protocol has. */
export const VALUES_LIMIT = 20_000

export type Fault = { readonly kind: "too-large" | "malformed"; readonly message: string }

const forbidden = new Set(["__proto__", "constructor", "prototype"])

const tooDeep: Fault = { kind: "malformed", message: `That message is nested more than ${DEPTH_LIMIT} levels deep.` }
const tooMany: Fault = {
  kind: "too-large",
  message: `That message holds more than ${VALUES_LIMIT} values. Nothing was changed.`,
}

/** In text, a depth that a parser may take: so that a request that is only somewhat too deep is refused with its id. */
const DEPTH_IN_TEXT = 1_000

const [QUOTE, BACKSLASH, COMMA, COLON, LIST, LIST_END, OBJECT, OBJECT_END] = [0x22, 0x5c, 0x2c, 0x3a, 0x5b, 0x5d, 0x7b, 0x7d]

/** For JSON that is still text. Whether it is JSON at all is for the parser to say. */
export function findFaultInText(text: string): Fault | null {
  // Shorter than the values it would need.
  if (text.length <= VALUES_LIMIT) return null
  let depth = 0
  let values = 1
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(text, at)
        break
      case COMMA:
      case COLON:
        values += 1
        break
      case LIST:
      case OBJECT:
        depth += 1
        values += 1
        break
      case LIST_END:
      case OBJECT_END:
        depth -= 1
    }
    if (depth > DEPTH_IN_TEXT) return tooDeep
    if (values > VALUES_LIMIT) return tooMany
  }
  return null
}

/** Where the string that begins at `from` ends; the end of the text where it does not. */
function endOfString(text: string, from: number): number {
  let at = from + 1
  while (at < text.length && text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1
  return at
}

export function findFault(raw: unknown, limit: number): Fault | null {
  const stack: { value: unknown; depth: number }[] = [{ value: raw, depth: 0 }]
  let size = 0
  let values = 1
  for (let top = stack.pop(); top; top = stack.pop()) {
    const { value, depth } = top
    size += typeof value === "string" ? value.length + 2 : 4
    if (size > limit)
      return { kind: "too-large", message: `That message is larger than ${limit} characters. Nothing was changed.` }
    if (typeof value !== "object" || value === null) continue
    if (depth >= DEPTH_LIMIT) return tooDeep
    if (Array.isArray(value)) {
      values += value.length
      if (values > VALUES_LIMIT) return tooMany
      size += value.length
      for (const item of value) stack.push({ value: item, depth: depth + 1 })
      continue
    }
    if (!isPlain(value)) return { kind: "malformed", message: "That message holds something that is not plain JSON." }
    for (const key in value) {
      if (!Object.hasOwn(value, key)) continue
      if (forbidden.has(key)) return { kind: "malformed", message: `The key "${key}" is not allowed in a message.` }
      values += 1
      if (values > VALUES_LIMIT) return tooMany
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
